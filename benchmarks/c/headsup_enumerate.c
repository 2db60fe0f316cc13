/* Three ranges, dealt in two ways. Decks of at most 32 cards, hands of weight 1. */
#include <stdint.h>
#include <string.h>

/* Three nested loops: what a program does that knows no sweep. */
void deal_three(int n_a, const uint16_t *restrict a, int n_b, const uint16_t *restrict b, int n_c,
                const uint16_t *restrict c, const uint32_t *restrict masks, const uint8_t *restrict order,
                int64_t *restrict counts)
{
    /* The innermost list is copied together, so that its loop is one of plain vectors. */
    static __thread uint32_t c_masks[1 << 16];
    static __thread uint8_t c_order[1 << 16];
    for (int k = 0; k < n_c; k++) {
        c_masks[k] = masks[c[k]];
        c_order[k] = order[c[k]];
    }
    for (int i = 0; i < n_a; i++)
        for (int j = 0; j < n_b; j++) {
            const uint32_t used = masks[a[i]] | masks[b[j]];
            if (masks[a[i]] & masks[b[j]])
                continue;
            const int x = order[a[i]], y = order[b[j]];
            const uint8_t best = (uint8_t)(x > y ? x : y);
            const int leaders = x > y ? 1 : x < y ? 2 : 3;
            int32_t below = 0, level = 0, above = 0;
            for (int k = 0; k < n_c; k++) {
                const int32_t apart = (c_masks[k] & used) == 0;
                below += apart & (c_order[k] < best);
                level += apart & (c_order[k] == best);
                above += apart & (c_order[k] > best);
            }
            counts[leaders] += below;
            counts[leaders | 4] += level;
            counts[4] += above;
        }
}

static inline int64_t apart(const int64_t *sums, const uint16_t *k)
{
    return sums[k[3]] + sums[k[4]] + sums[k[5]] - sums[k[0]] - sums[k[1]] - sums[k[2]];
}

/* The last two ranges in one sweep, as svara_odds does. Lists hold places by ascending score; keys as in headsup.c. */
void deal_three_swept(int n_a, const uint16_t *restrict a, int n_b, const uint16_t *restrict b, int n_c,
                      const uint16_t *restrict c, int n_sums, const uint32_t *restrict masks,
                      const uint8_t *restrict order, const uint16_t *restrict keys, int64_t *restrict counts)
{
    static __thread uint16_t left[1 << 16], right[1 << 16];
    static __thread uint8_t held[1 << 16]; /* is this place in c? */
    int64_t sums[64 + 64 * 64];
    memset(held, 0, sizeof held);
    for (int k = 0; k < n_c; k++)
        held[c[k]] = 1;
    for (int i = 0; i < n_a; i++) {
        const uint32_t used = masks[a[i]];
        const int best = order[a[i]];
        int n_left = 0, n_right = 0, at = 0;
        for (int j = 0; j < n_b; j++) {
            left[n_left] = b[j];
            n_left += (masks[b[j]] & used) == 0;
        }
        for (int k = 0; k < n_c; k++) {
            right[n_right] = c[k];
            n_right += (masks[c[k]] & used) == 0;
        }
        memset(sums, 0, sizeof(int64_t) * (size_t)n_sums);
        int64_t total = 0, part[3][3] = {{0}};
        for (int begin = 0, end; begin < n_left; begin = end) {
            const int level = order[left[begin]] > best ? order[left[begin]] : best;
            for (end = begin; end < n_left && order[left[end]] <= level; end++)
                ;
            for (int column = 0; column < 2; column++) {
                for (; at < n_right && order[right[at]] < level + column; at++) {
                    const uint16_t *k = keys + 6 * right[at];
                    total++;
                    for (int key = 0; key < 6; key++)
                        sums[k[key]]++;
                }
                for (int j = begin; j < end; j++) {
                    const int mine = left[j], row = (order[mine] >= best) + (order[mine] > best);
                    const int own = column || row == 0 ? held[mine] : 0;
                    part[row][column] += total + apart(sums, keys + 6 * mine) - own;
                }
            }
        }
        for (; at < n_right; at++) {
            const uint16_t *k = keys + 6 * right[at];
            total++;
            for (int key = 0; key < 6; key++)
                sums[k[key]]++;
        }
        for (int j = 0; j < n_left; j++) {
            const int mine = left[j], row = (order[mine] >= best) + (order[mine] > best);
            part[row][2] += total + apart(sums, keys + 6 * mine) - held[mine];
        }
        for (int row = 0; row < 3; row++) {
            const int leaders = row == 0 ? 1 : row == 1 ? 3 : 2;
            counts[leaders] += part[row][0];
            counts[leaders | 4] += part[row][1] - part[row][0];
            counts[4] += part[row][2] - part[row][1];
        }
    }
}
