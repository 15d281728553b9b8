/* Levels that were kept; see kept.h. */
#include "gen/kept.h"

bool kept_make(struct kept *kept)
{
    *kept = (struct kept){.hashes = hash_set_make()};
    return kept->hashes != NULL;
}

void kept_free(struct kept *kept)
{
    hash_set_free(kept->hashes);
    likeness_list_free(&kept->likenesses);
    *kept = (struct kept){0};
}

enum newness kept_look(struct kept *kept, uint64_t hash, const struct likeness *likeness,
                       double least)
{
    if (hash_set_has(kept->hashes, hash))
        return NEW_COPY;
    int near = likeness_list_has_near(&kept->likenesses, likeness, least);
    return near < 0 ? NEW_FAILED : near > 0 ? NEW_TOO_NEAR : NEW_LEVEL;
}

bool kept_add(struct kept *kept, uint64_t hash, struct likeness *likeness)
{
    return hash_set_add(kept->hashes, hash) &&
           (!kept->compares || likeness_list_add(&kept->likenesses, likeness));
}
