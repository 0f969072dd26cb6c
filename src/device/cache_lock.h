/* Locks of the cache: of several processes that need the same kernel at the same time, as the ranks of a run do, one
 * compiles it and the others wait for its file. */
#ifndef ND_CACHE_LOCK_H
#define ND_CACHE_LOCK_H

/* Waits until no other process holds the lock of this file of the cache, for at most five minutes. Returns a
 * descriptor, or -1 if there is no lock: the caller then does its work all the same. A lock ends with its process. */
int nd_cache_lock(const char *path);
void nd_cache_unlock(int lock); /* -1 is allowed */

#endif
