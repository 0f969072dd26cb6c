/* Characters that are allowed in a .vtu or .svg file. */
#ifndef ND_XML_H
#define ND_XML_H

#include "base/text.h"

/* Adds s as it may stand inside an attribute's quotes. */
void nd_text_add_xml(struct nd_text *text, const char *s);

#endif
