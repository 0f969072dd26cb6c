/* Checks whether a text is well-formed XML of the simple kind that nudge writes: elements, quoted
 * attributes, the five entities, one doctype or declaration. */
#ifndef XML_CHECK_H
#define XML_CHECK_H

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { XML_DEPTH = 32 };

static const char *xml_name(const char *s)
{
    while (isalnum((unsigned char)*s) || *s == '-' || *s == ':') s++;
    return s;
}

/* Past the text's end at `stop`, or null at what may not stand there. */
static const char *xml_text(const char *s, char stop)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    for (; *s && *s != stop; s++) {
        int known = *s != '&';
        for (int i = 0; i < 5; i++) known |= !strncmp(s, entities[i], strlen(entities[i]));
        if (!known || *s == '<' || ((unsigned char)*s < 0x20 && *s != '\n')) return NULL;
    }
    return s;
}

/* Past ` name="value"`s. */
static const char *xml_attributes(const char *s)
{
    while (s && *s == ' ') {
        const char *end = xml_name(s + 1);
        if (end == s + 1 || end[0] != '=' || end[1] != '"') return NULL;
        s = xml_text(end + 2, '"');
        if (s && *s++ != '"') return NULL;
    }
    return s;
}

/* Null when it is well-formed, else where it is not. */
static const char *xml_wrong(const char *s)
{
    const char *open[XML_DEPTH];
    int depth = 0, elements = 0;
    if (!strncmp(s, "<!DOCTYPE html>\n", 16)) s += 16;
    if (!strncmp(s, "<?xml ", 6)) s = strchr(s, '\n') + 1;
    while (*s) {
        const char *text = s;
        s = xml_text(s, '<');
        if (!s) return text;
        if (!*s) break;
        const char *tag = s, *name = s + 1 + (s[1] == '/'), *end = xml_name(name);
        if (end == name || (!depth && elements)) return tag;
        if (s[1] == '/') {
            const size_t n = (size_t)(end - name);
            if (!depth || strncmp(open[--depth], name, n) || xml_name(open[depth]) != open[depth] + n)
                return tag;
            s = end;
        } else {
            s = xml_attributes(end);
            if (!s || depth == XML_DEPTH) return tag;
            elements++;
            if (*s == '/')
                s++;
            else
                open[depth++] = name;
        }
        if (*s++ != '>') return tag;
    }
    return depth ? open[depth - 1] : elements ? NULL : "";
}

#endif
