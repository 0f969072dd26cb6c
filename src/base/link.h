/* Symbolic links, followed one by one so that each can be checked. */
#ifndef ND_LINK_H
#define ND_LINK_H

/* Follows the links that `path` names, from its last component on. *target: a new string, which the
 * caller frees: the first path in the chain that is not a link, whether or not a file exists there. A
 * link of /proc, such as /dev/fd/3, ends the chain: it stands for an open file, and its text need not
 * be a path. Returns NUDGE_EIO for an endless chain, and for a link of another user in a folder that
 * others may write to. */
int nd_link_follow(const char *path, char **target);

#endif
