// The multiway engine's kernels in C, on the same arrays; and one hand the plain way, over all sets of cards.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t groups, terms, keys, sizes, largest, shift;
    const int32_t *x, *y, *size, *starts;
} form_t;

typedef struct {
    const int64_t *offset, *low_a, *low_b, *span;
} box_t;

typedef struct {
    int64_t width, lanes;
    const int64_t *masks;
    const double *orbits;
    const int64_t *group_starts;
    const int32_t *part_starts;
    const int64_t *parts;
    const double *right;
    const int32_t *lane_starts;
} columns_t;

static inline int64_t last_key(const form_t *f, int64_t g) {
    int64_t room = f->largest - f->size[g];
    if (room > f->sizes - 1) room = f->sizes - 1;
    return f->starts[room + 1];
}

static void values(const form_t *f, int64_t g, int64_t end, int32_t *restrict out) {
    memset(out, 0, (size_t)end * sizeof *out);
    for (int64_t r = 0; r < f->terms; r += 4) {
        const int32_t *x = f->x + g * f->terms + r;
        const int32_t *restrict y0 = f->y + r * f->keys, *restrict y1 = y0 + f->keys;
        const int32_t *restrict y2 = y1 + f->keys, *restrict y3 = y2 + f->keys;
        for (int64_t k = 0; k < end; k++) out[k] += x[0] * y0[k] + x[1] * y1[k] + x[2] * y2[k] + x[3] * y3[k];
    }
}

static int64_t cells(const form_t *f, int64_t g, const box_t *b, int32_t *restrict out) {
    int64_t end = last_key(f, g);
    values(f, g, end, out);
    int32_t low = (1 << f->shift) - 1;
    for (int64_t q = 0; q < f->sizes; q++) {
        int64_t start = f->starts[q], stop = f->starts[q + 1] < end ? f->starts[q + 1] : end;
        if (start >= stop) break;
        int64_t p = f->size[g] + q;
        int32_t span = b->span[p], base = b->offset[p] - b->low_a[p] * b->span[p] - b->low_b[p];
        for (int64_t k = start; k < stop; k++) out[k] = base + (out[k] >> f->shift) * span + (out[k] & low);
    }
    return end;
}

void multiway_bounds(const form_t *f, int32_t *restrict scratch, int64_t *restrict out) {
    int32_t low = (1 << f->shift) - 1;
    for (int64_t g = 0; g < f->groups; g++) {
        int64_t end = last_key(f, g);
        values(f, g, end, scratch);
        for (int64_t q = 0; q < f->sizes; q++) {
            int64_t start = f->starts[q], stop = f->starts[q + 1] < end ? f->starts[q + 1] : end;
            if (start >= stop) continue;
            int32_t a0 = INT32_MAX, a1 = -1, b0 = INT32_MAX, b1 = -1;
            for (int64_t k = start; k < stop; k++) {
                int32_t a = scratch[k] >> f->shift, b = scratch[k] & low;
                if (a < a0) a0 = a;
                if (a > a1) a1 = a;
                if (b < b0) b0 = b;
                if (b > b1) b1 = b;
            }
            int64_t *to = out + 4 * (f->size[g] + q);
            if (a0 < to[0]) to[0] = a0;
            if (a1 > to[1]) to[1] = a1;
            if (b0 < to[2]) to[2] = b0;
            if (b1 > to[3]) to[3] = b1;
        }
    }
}

int64_t multiway_mark(const form_t *f, const box_t *b, int32_t *restrict scratch, int32_t *restrict rows) {
    int64_t found = 0;
    for (int64_t g = 0; g < f->groups; g++) {
        int64_t end = cells(f, g, b, scratch);
        for (int64_t k = 0; k < end; k++)
            if (rows[scratch[k]] < 0) rows[scratch[k]] = found++;
    }
    return found;
}

void multiway_fill(const form_t *f, const box_t *b, const uint64_t *restrict left, const uint64_t *restrict right,
                   int32_t *restrict scratch, uint64_t *restrict histogram) {
    for (int64_t g = 0; g < f->groups; g++) {
        int64_t end = cells(f, g, b, scratch);
        for (int64_t k = 0; k < end; k++) histogram[scratch[k]] += left[g] * right[k];
    }
}

#define TOGETHER 16
#define TILE 32

void multiway_tally(const form_t *f, const box_t *b, const int32_t *restrict rows, const columns_t *c,
                    double *restrict left, int32_t *restrict where, double *restrict histogram) {
    int64_t ends[TOGETHER], width = c->width, lanes = c->lanes;
    for (int64_t g = 0; g < f->groups; g += TOGETHER) {
        int64_t together = f->groups - g < TOGETHER ? f->groups - g : TOGETHER;
        for (int64_t i = 0; i < together; i++) {
            double *out = left + i * width;
            memset(out, 0, (size_t)width * sizeof *out);
            for (int64_t n = c->group_starts[g + i]; n < c->group_starts[g + i + 1]; n++)
                for (int64_t k = 0; k < width; k++) {
                    int64_t outside = 0;
                    for (int32_t p = c->part_starts[k]; p < c->part_starts[k + 1]; p++)
                        outside += (c->parts[p] & c->masks[n]) == 0;
                    out[k] += c->orbits[n] * (double)outside;
                }
            int32_t *cell = where + i * f->keys;
            ends[i] = cells(f, g + i, b, cell);
            for (int64_t k = 0; k < ends[i]; k++) cell[k] = rows[cell[k]];
        }
        for (int64_t start = 0; start < f->keys; start += TILE)
            for (int64_t i = 0; i < together; i++) {
                int64_t stop = start + TILE < ends[i] ? start + TILE : ends[i];
                for (int64_t k = start; k < stop; k++) {
                    double *restrict row = histogram + (int64_t)where[i * f->keys + k] * 8 * lanes;
                    for (int64_t v = 0; v < lanes; v++) {
                        double total[8];
                        memcpy(total, row + 8 * v, sizeof total);
                        for (int64_t j = c->lane_starts[v]; j < c->lane_starts[v + 1]; j += 8) {
                            const double *x = left + i * width + j, *y = c->right + k * width + j;
                            for (int l = 0; l < 8; l++) total[l] += x[l] * y[l];
                        }
                        memcpy(row + 8 * v, total, sizeof total);
                    }
                }
            }
    }
}

typedef unsigned __int128 wide;

static inline void sums(int64_t classes, int64_t n, const int64_t *restrict rows, const int64_t *restrict where,
                        int64_t powers, wide *restrict run, uint64_t *restrict out, const double *real,
                        const uint64_t *whole) {
    for (int64_t r = 0; r < n; r++) {
        int64_t p = where[3 * r], a = where[3 * r + 1];
        uint64_t b = where[3 * r + 2];
        for (int64_t c = 0; c < classes; c++) {
            wide count = real ? (uint64_t)real[rows[r] * classes + c] : whole[rows[r] * classes + c];
            if (!count) continue;
            for (int64_t j = 0; j < powers; j++, count *= b) run[j * classes + c] += count;
        }
        if (r + 1 < n && where[3 * r + 4] == a && where[3 * r + 3] == p) continue;
        for (int64_t j = 0; j < powers; j++)
            for (int64_t c = 0; c < classes; c++) {
                wide term = run[j * classes + c];
                run[j * classes + c] = 0;
                for (int64_t i = 0; i + j < powers; i++, term *= (uint64_t)a) {
                    uint64_t *to = out + ((p * powers + i) * powers + j) * 2 * classes + c;
                    wide total = ((wide)to[classes] << 64 | to[0]) + term;
                    to[0] = (uint64_t)total;
                    to[classes] = (uint64_t)(total >> 64);
                }
            }
    }
}

void multiway_sums(int64_t classes, int64_t n, const int64_t *rows, const int64_t *where, int64_t powers, void *run,
                   uint64_t *out, const double *real, const uint64_t *whole) {
    sums(classes, n, rows, where, powers, run, out, real, whole);
}

// One hand, 29 unseen cards, all 2^29 sets: 13 cards by doubling beside each set of the other 16. `weight` is a * stride + b
// per hand of three positions (in any sequence), `step` is added for every card; returns the number of sets.
#define NEAR 13
#define W(i, j, k) weight[((i) * 29 + (j)) * 29 + (k)]

int64_t multiway_plain(const uint32_t *restrict weight, uint32_t step, uint32_t *restrict histogram) {
    static uint32_t fixed[NEAR][1 << (NEAR - 1)], line[1 << (NEAR - 1)], value[1 << NEAR];
    for (int k = 0; k < NEAR; k++)
        for (int s = 0; s < 1 << k; s++) {
            uint32_t total = step;
            for (int i = 0; i < k; i++)
                for (int j = 0; j < i; j++)
                    if (s >> i & 1 && s >> j & 1) total += W(i, j, k);
            fixed[k][s] = total;
        }
    for (int far = 0; far < 1 << 16; far++) {
        uint32_t pair[NEAR][NEAR] = {{0}}, single[NEAR] = {0}, base = 0;
        int in[16], count = 0;
        for (int c = 0; c < 16; c++)
            if (far >> c & 1) in[count++] = NEAR + c;
        for (int u = 0; u < count; u++) {
            base += step;
            for (int i = 0; i < NEAR; i++)
                for (int j = 0; j < i; j++) pair[i][j] += W(i, j, in[u]);
            for (int v = 0; v < u; v++) {
                for (int i = 0; i < NEAR; i++) single[i] += W(i, in[v], in[u]);
                for (int w = 0; w < v; w++) base += W(in[w], in[v], in[u]);
            }
        }
        value[0] = base;
        for (int k = 0; k < NEAR; k++) {
            line[0] = single[k];
            for (int j = 0; j < k; j++)
                for (int s = 0; s < 1 << j; s++) line[(1 << j) + s] = line[s] + pair[k][j];
            for (int s = 0; s < 1 << k; s++) value[(1 << k) + s] = value[s] + line[s] + fixed[k][s];
        }
        for (int s = 0; s < 1 << NEAR; s++) histogram[value[s]]++;
    }
    return (int64_t)1 << 29;
}
