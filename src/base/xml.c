#include "base/xml.h"

void nd_text_add_xml(struct nd_text *text, const char *s)
{
    for (; *s; s++) switch (*s) {
        case '&': nd_text_add(text, "&amp;"); break;
        case '<': nd_text_add(text, "&lt;"); break;
        case '>': nd_text_add(text, "&gt;"); break;
        case '"': nd_text_add(text, "&quot;"); break;
        default: nd_text_add_bytes(text, s, 1);
        }
}
