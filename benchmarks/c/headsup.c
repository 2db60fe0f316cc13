/* Heads-up peers in C: the sweep by inclusion–exclusion, and every pair of hands compared. */
#include <stdint.h>
#include <string.h>

/* As svara_odds.showdown: sums holds n one-card sums, then n * n two-card sums (row: the higher card). */
static inline int64_t apart(const int64_t *sums, const uint16_t *k)
{
    return sums[k[3]] + sums[k[4]] + sums[k[5]] - sums[k[0]] - sums[k[1]] - sums[k[2]];
}

void headsup_sweep(int n_cards, int n_levels, const uint16_t *restrict hands, const int64_t *restrict starts,
                   const uint16_t *restrict keys, const int64_t *restrict weights, int64_t *restrict below,
                   int64_t *restrict tied, int64_t *restrict disjoint)
{
    int64_t sums[64 + 64 * 64];
    memset(sums, 0, sizeof(int64_t) * (size_t)(n_cards + n_cards * n_cards));
    int64_t total = 0;
    for (int level = 0; level < n_levels; level++) {
        const int64_t first = starts[level], last = starts[level + 1];
        for (int64_t i = first; i < last; i++)
            below[hands[i]] = total + apart(sums, keys + 6 * i);
        for (int64_t i = first; i < last; i++) {
            const int64_t weight = weights[hands[i]];
            const uint16_t *k = keys + 6 * i;
            total += weight;
            for (int j = 0; j < 6; j++)
                sums[k[j]] += weight;
        }
        for (int64_t i = first; i < last; i++) {
            const int hand = hands[i];
            tied[hand] = total + apart(sums, keys + 6 * i) - weights[hand] - below[hand];
        }
    }
    int64_t row = 0;
    const int n = n_cards;
    for (int high = 2; high < n; high++)
        for (int middle = 1; middle < high; middle++) {
            const int64_t *hs = sums + n + n * high, *ms = sums + n + n * middle;
            const int64_t rest = total - sums[high] - sums[middle] + hs[middle];
            for (int low = 0; low < middle; low++)
                disjoint[row + low] = rest - sums[low] + ms[low] + hs[low] - weights[row + low];
            row += middle;
        }
}

/* All pairs, masks of 32 bits: what the sweep saves. Decks of at most 32 cards. */
void headsup_brute(int n_hands, const uint32_t *restrict masks, const uint8_t *restrict order, int32_t *restrict below,
                   int32_t *restrict tied, int32_t *restrict disjoint)
{
    for (int i = 0; i < n_hands; i++) {
        const uint32_t mask = masks[i];
        const uint8_t own = order[i];
        int32_t b = 0, t = 0, d = 0;
        for (int j = 0; j < n_hands; j++) {
            const int32_t apart = (masks[j] & mask) == 0;
            d += apart;
            b += apart & (order[j] < own);
            t += apart & (order[j] == own);
        }
        below[i] = b;
        tied[i] = t;
        disjoint[i] = d;
    }
}

/* The whole matrix: 1, 0, -1, or -128 where the hands share a card. */
void headsup_matrix(int n_hands, const uint32_t *restrict masks, const uint8_t *restrict order, int8_t *restrict out)
{
    for (int i = 0; i < n_hands; i++) {
        int8_t *row = out + (int64_t)i * n_hands;
        const uint32_t mask = masks[i];
        const uint8_t own = order[i];
        for (int j = 0; j < n_hands; j++) {
            const int8_t sign = (int8_t)((own > order[j]) - (own < order[j]));
            row[j] = (masks[j] & mask) ? -128 : sign;
        }
    }
}
