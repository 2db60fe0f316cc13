/* Two yardsticks for batch scoring. memory_only() is the least any scorer does: read three bytes, write two.
 * look_up() is plain C over a table that is indexed by the cards in any sequence. */
#include <stdint.h>

void memory_only(const uint8_t *a, const uint8_t *b, const uint8_t *c, int64_t n, int16_t *out) {
    for (int64_t i = 0; i < n; i++) out[i] = (int16_t)(a[i] ^ b[i] ^ c[i]);
}

void look_up(const uint8_t *rows, int64_t n, const int16_t *table, int bits, int16_t *out) {
    for (int64_t i = 0; i < n; i++)
        out[i] = table[(uint32_t)rows[3 * i] << 2 * bits | (uint32_t)rows[3 * i + 1] << bits | rows[3 * i + 2]];
}
