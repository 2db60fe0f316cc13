/* The limit that the Monte Carlo kernel is measured against: the same deals in lanes, written by hand with AVX-512
 * intrinsics for one rule set (32 cards, `fortegames`), its scores computed rather than looked up, the number of
 * players known to the compiler. deal() returns -1 where the processor lacks the instructions. */
#include <stdint.h>
#include <string.h>

#if defined(__AVX512BW__) && defined(__AVX512F__)
#include <immintrin.h>
typedef __m512i v;

typedef struct { v s[4][2]; } rng;

static inline v next(rng *g, int h) {
    v a = g->s[0][h], b = g->s[1][h], c = g->s[2][h], d = g->s[3][h];
    v out = _mm512_add_epi64(_mm512_rol_epi64(_mm512_add_epi64(a, d), 23), a);
    v t = _mm512_slli_epi64(b, 17);
    c = _mm512_xor_si512(c, a); d = _mm512_xor_si512(d, b);
    b = _mm512_xor_si512(b, c); a = _mm512_xor_si512(a, d);
    c = _mm512_xor_si512(c, t); d = _mm512_rol_epi64(d, 45);
    g->s[0][h] = a; g->s[1][h] = b; g->s[2][h] = c; g->s[3][h] = d;
    return out;
}

static inline v add_if(v x, __mmask64 m, v y) { return _mm512_mask_add_epi8(x, m, x, y); }
static inline v max(v a, v b) { return _mm512_max_epu8(a, b); }
static inline v over(v x, v d) { return _mm512_mask_sub_epi8(x, _mm512_cmpge_epu8_mask(x, d), x, _mm512_set1_epi8(-1)); }
static inline v keep(__mmask64 m, v x) { return _mm512_maskz_mov_epi8(m, x); }

/* Points of 64 hands, cards sorted, card = 4 * rank + suit from 7c up. */
static inline v points(v a, v b, v c) {
    const v face = _mm512_broadcast_i32x4(_mm_setr_epi8(7, 8, 9, 10, 10, 10, 10, 11, 0, 0, 0, 0, 0, 0, 0, 0));
    const v three = _mm512_set1_epi8(3), seven = _mm512_set1_epi8(7), four = _mm512_set1_epi8(4);
    v ra = _mm512_and_si512(_mm512_srli_epi16(a, 2), seven);
    v rb = _mm512_and_si512(_mm512_srli_epi16(b, 2), seven);
    v rc = _mm512_and_si512(_mm512_srli_epi16(c, 2), seven);
    __mmask64 joker = _mm512_testn_epi8_mask(a, a);
    v pa = _mm512_shuffle_epi8(face, ra), pb = _mm512_shuffle_epi8(face, rb), pc = _mm512_shuffle_epi8(face, rc);
    pa = add_if(pa, joker, four);
    __mmask64 ab = joker | _mm512_testn_epi8_mask(_mm512_xor_si512(a, b), three);
    __mmask64 ac = joker | _mm512_testn_epi8_mask(_mm512_xor_si512(a, c), three);
    __mmask64 bc = _mm512_testn_epi8_mask(_mm512_xor_si512(b, c), three);
    __mmask64 pair = _mm512_cmpeq_epi8_mask(rb, rc);
    __mmask64 triple = pair & (joker | _mm512_cmpeq_epi8_mask(ra, rb));
    v sab = _mm512_add_epi8(pa, pb), all = _mm512_add_epi8(sab, pc);
    v best = max(max(pa, pb), pc);
    best = max(best, keep(ab, sab));
    best = max(best, keep(ac, _mm512_add_epi8(pa, pc)));
    best = max(best, keep(bc, _mm512_add_epi8(pb, pc)));
    best = max(best, keep((ab & bc) | triple, all));
    best = _mm512_mask_mov_epi8(best, _mm512_cmplt_epu8_mask(c, four), _mm512_set1_epi8(34));
    best = max(best, keep(_mm512_cmpge_epu8_mask(b, _mm512_set1_epi8(28)), _mm512_set1_epi8(22)));
    best = max(best, keep(_mm512_cmplt_epu8_mask(b, four), _mm512_set1_epi8(23)));
    return best;
}

static inline __attribute__((always_inline)) int64_t deal_n(const int n, uint64_t *state, int64_t deals, uint32_t *out) {
    rng g;
    memcpy(&g, state, sizeof g);
    uint8_t small[64] __attribute__((aligned(64)));
    uint16_t large[64] __attribute__((aligned(64)));
    uint64_t plain[16] = {0};
    int64_t done = 0;
    while (done < deals) {
        v d[32], s[10];
        __mmask64 drop = 0;
#pragma GCC unroll 16
        for (int i = 0; i < 3 * n; i += 2) {
            const uint32_t one = 32 - i, two = i + 1 < 3 * n ? 31 - i : 1, limit = 65536 % (one * two);
            v a[2], b[2];
            __mmask32 low[2];
            for (int h = 0; h < 2; h++) {
                v r = next(&g, h), x = _mm512_set1_epi16(one), y = _mm512_set1_epi16(two);
                a[h] = _mm512_mulhi_epu16(r, x);
                r = _mm512_mullo_epi16(r, x);
                b[h] = _mm512_mulhi_epu16(r, y);
                low[h] = _mm512_cmplt_epu16_mask(_mm512_mullo_epi16(r, y), _mm512_set1_epi16(limit));
            }
            /* the numbers fit a byte: packing keeps pairs of lanes of one deal together for every card alike */
            d[i] = _mm512_packus_epi16(a[0], a[1]);
            d[i + 1] = _mm512_packus_epi16(b[0], b[1]);
            v no = _mm512_packs_epi16(_mm512_movm_epi16(low[0]), _mm512_movm_epi16(low[1]));
            drop |= _mm512_movepi8_mask(no);
        }
#pragma GCC unroll 10
        for (int h = 0; h < n; h++) {
            v a = d[3 * h], b = over(d[3 * h + 1], a), c = over(over(d[3 * h + 2], d[3 * h + 1]), a);
#pragma GCC unroll 30
            for (int i = 3 * h - 1; i >= 0; i--) { a = over(a, d[i]); b = over(b, d[i]); c = over(c, d[i]); }
            v lo = _mm512_min_epu8(a, b), hi = max(a, b), mid = _mm512_min_epu8(hi, c);
            s[h] = points(_mm512_min_epu8(lo, mid), max(lo, mid), max(hi, c));
        }
        v best = s[0];
        for (int h = 1; h < n; h++) best = max(best, s[h]);
        if (n == 2) {
            __mmask64 one = _mm512_cmpeq_epi8_mask(s[0], best) & ~drop, two = _mm512_cmpeq_epi8_mask(s[1], best) & ~drop;
            plain[1] += __builtin_popcountll(one & ~two);
            plain[2] += __builtin_popcountll(two & ~one);
            plain[3] += __builtin_popcountll(one & two);
        } else if (n <= 4) {
            v m = _mm512_setzero_si512();
#pragma GCC unroll 4
            for (int h = 0; h < n; h++)
                m = _mm512_or_si512(m, keep(_mm512_cmpeq_epi8_mask(s[h], best), _mm512_set1_epi8((char)(1 << h))));
            m = keep(~drop, m);
#pragma GCC unroll 16
            for (int w = 1; w < 1 << n; w++)
                plain[w] += __builtin_popcountll(_mm512_cmpeq_epi8_mask(m, _mm512_set1_epi8((char)w)));
        } else if (n <= 8) {
            v m = _mm512_setzero_si512();
#pragma GCC unroll 8
            for (int h = 0; h < n; h++)
                m = _mm512_or_si512(m, keep(_mm512_cmpeq_epi8_mask(s[h], best), _mm512_set1_epi8((char)(1 << h))));
            _mm512_store_si512(small, keep(~drop, m));
            for (int k = 0; k < 64; k += 4)
                for (int j = 0; j < 4; j++) out[(j << n) + small[k + j]]++;
        } else {
            v m0 = _mm512_setzero_si512(), m1 = m0;
#pragma GCC unroll 8
            for (int h = 0; h < 8; h++)
                m0 = _mm512_or_si512(m0, keep(_mm512_cmpeq_epi8_mask(s[h], best), _mm512_set1_epi8((char)(1 << h))));
            for (int h = 8; h < n; h++)
                m1 = _mm512_or_si512(m1, keep(_mm512_cmpeq_epi8_mask(s[h], best), _mm512_set1_epi8((char)(1 << (h - 8)))));
            m0 = keep(~drop, m0); m1 = keep(~drop, m1);
            _mm512_store_si512(large, _mm512_unpacklo_epi8(m0, m1));
            _mm512_store_si512(large + 32, _mm512_unpackhi_epi8(m0, m1));
            for (int k = 0; k < 64; k += 4)
                for (int j = 0; j < 4; j++) out[((uint32_t)j << n) + large[k + j]]++;
        }
        done += 64 - __builtin_popcountll(drop);
    }
    if (n <= 4) for (int m = 1; m < 1 << n; m++) out[m] += plain[m];
    memcpy(state, &g, sizeof g);
    return done;
}

int64_t deal(int n, uint64_t *state, int64_t deals, uint32_t *out) {
    switch (n) {
    case 2: return deal_n(2, state, deals, out);
    case 3: return deal_n(3, state, deals, out);
    case 4: return deal_n(4, state, deals, out);
    case 6: return deal_n(6, state, deals, out);
    case 10: return deal_n(10, state, deals, out);
    default: return -1;
    }
}
#else
int64_t deal(int n, uint64_t *state, int64_t deals, uint32_t *out) {
    (void)n; (void)state; (void)deals; (void)out;
    return -1;
}
#endif
