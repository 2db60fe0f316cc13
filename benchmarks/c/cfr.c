/* One iteration of CFR+ for two players over hand classes: what the package does, in C, for trees in which every
   decision is made with the cards seen. */
#include <stdint.h>
#include <string.h>

enum { MOST = 32 }; /* leaves swept side by side */

typedef struct {
    int64_t n_classes, n_levels, n_sums;
    const int64_t *starts;
    const uint64_t *keys;
    const double *shares, *sizes;
} plan_t;

typedef struct {
    int64_t n_tiles;
    const int64_t *tiles; /* first, last, showdowns */
    const int64_t *own_start, *other_start;
    int64_t n_leaves;
    const double *factors, *own;
} leaves_t;

typedef struct {
    int64_t n_sequences, n_blocks;
    const int64_t *start, *cells, *actions, *run; /* run: -1 would be another tree than this peer takes */
    double *regrets, *behaviour, *reach, *sums, *gradient;
} player_t;

static double sums_room[1024 * MOST], weights_room[8192 * MOST], values_room[8192 * MOST];

static inline __attribute__((always_inline)) void apart(const double *restrict sums, const uint64_t *restrict k,
                                                         double *restrict out, int width)
{
    const double *a = sums + k[0] * width, *b = sums + k[1] * width, *c = sums + k[2] * width;
    const double *ab = sums + k[3] * width, *ac = sums + k[4] * width, *bc = sums + k[5] * width;
    for (int j = 0; j < width; j++)
        out[j] = sums[j] - (a[j] + b[j] + c[j]) + (ab[j] + ac[j] + bc[j]);
}

static inline __attribute__((always_inline)) void sweep(const plan_t *p, const double *restrict weights,
                                                         const double *restrict factors, int64_t stride,
                                                         double *restrict sums, double *restrict values, int width,
                                                         int showdowns)
{
    double row[MOST];
    memset(sums, 0, sizeof(double) * p->n_sums * width);
    for (int64_t level = 0; level < p->n_levels; level++) {
        const int64_t first = p->starts[level], last = p->starts[level + 1];
        if (showdowns)
            for (int64_t h = first; h < last; h++) {
                apart(sums, p->keys + 6 * h, row, width);
                for (int j = 0; j < width; j++)
                    values[h * width + j] = factors[stride + j] * row[j];
            }
        for (int64_t h = first; h < last; h++) {
            const double *restrict w = weights + h * width;
            for (int j = 0; j < width; j++)
                sums[j] += w[j] * p->sizes[h];
            for (int k = 0; k < 6; k++) {
                double *restrict s = sums + p->keys[6 * h + k] * width;
                const double share = p->shares[6 * h + k];
                for (int j = 0; j < width; j++)
                    s[j] += w[j] * share;
            }
        }
        if (showdowns)
            for (int64_t h = first; h < last; h++) {
                apart(sums, p->keys + 6 * h, row, width);
                for (int j = 0; j < width; j++)
                    values[h * width + j] += factors[2 * stride + j] * (row[j] - weights[h * width + j]);
            }
    }
    for (int64_t h = 0; h < p->n_classes; h++) {
        apart(sums, p->keys + 6 * h, row, width);
        for (int j = 0; j < width; j++) {
            const double worth = factors[j] * (row[j] - weights[h * width + j]);
            values[h * width + j] = showdowns ? values[h * width + j] + worth : worth;
        }
    }
}

static void leaf_gradient(const plan_t *p, const leaves_t *l, const double *restrict reach, double *restrict out,
                          int64_t n_sequences)
{
    memset(out, 0, sizeof(double) * n_sequences);
    for (int64_t t = 0; t < l->n_tiles; t++) {
        const int64_t first = l->tiles[3 * t], n = p->n_classes;
        const int width = (int)(l->tiles[3 * t + 1] - first), showdowns = (int)l->tiles[3 * t + 2];
        for (int j0 = 0; j0 < width; j0 += 8)
            for (int64_t h = 0; h < n; h++)
                for (int j = j0; j < j0 + 8; j++)
                    weights_room[h * width + j] = reach[l->other_start[first + j] + h];
        const double *factors = l->factors + first;
        switch (width * 2 + showdowns) { /* widths known to the compiler */
        case 17: sweep(p, weights_room, factors, l->n_leaves, sums_room, values_room, 8, 1); break;
        case 16: sweep(p, weights_room, factors, l->n_leaves, sums_room, values_room, 8, 0); break;
        case 33: sweep(p, weights_room, factors, l->n_leaves, sums_room, values_room, 16, 1); break;
        case 32: sweep(p, weights_room, factors, l->n_leaves, sums_room, values_room, 16, 0); break;
        case 49: sweep(p, weights_room, factors, l->n_leaves, sums_room, values_room, 24, 1); break;
        case 48: sweep(p, weights_room, factors, l->n_leaves, sums_room, values_room, 24, 0); break;
        case 65: sweep(p, weights_room, factors, l->n_leaves, sums_room, values_room, 32, 1); break;
        case 64: sweep(p, weights_room, factors, l->n_leaves, sums_room, values_room, 32, 0); break;
        }
        for (int j = 0; j < width; j++) {
            double *restrict into = out + l->own_start[first + j];
            for (int64_t h = 0; h < n; h++)
                into[h] += values_room[h * width + j] * l->own[h];
        }
    }
}

/* Regret matching plus from the leaves up, then the new plan and its sum from the root down. */
static void update(const player_t *p, double weight)
{
    double values[8192], totals[8192];
    for (int64_t b = p->n_blocks - 1; b >= 0; b--) {
        const int64_t n = p->cells[b], actions = p->actions[b];
        memset(values, 0, sizeof(double) * n);
        memset(totals, 0, sizeof(double) * n);
        for (int64_t a = 0; a < actions; a++) {
            const double *restrict s = p->behaviour + p->start[b] + a * n, *restrict g = p->gradient + p->start[b] + a * n;
            for (int64_t c = 0; c < n; c++)
                values[c] += s[c] * g[c];
        }
        for (int64_t a = 0; a < actions; a++) {
            double *restrict r = p->regrets + p->start[b] + a * n;
            const double *restrict g = p->gradient + p->start[b] + a * n;
            for (int64_t c = 0; c < n; c++) {
                const double next = r[c] + g[c] - values[c];
                r[c] = next > 0 ? next : 0;
                totals[c] += r[c];
            }
        }
        for (int64_t c = 0; c < n; c++)
            totals[c] = totals[c] > 0 ? 1 / totals[c] : 0;
        const double even = 1.0 / (double)actions;
        for (int64_t a = 0; a < actions; a++) {
            const double *restrict r = p->regrets + p->start[b] + a * n;
            double *restrict s = p->behaviour + p->start[b] + a * n;
            for (int64_t c = 0; c < n; c++)
                s[c] = totals[c] > 0 ? r[c] * totals[c] : even;
        }
        const int64_t run = p->run[b];
        if (b && run > 0) /* what the empty sequence is worth is of no use here */
            for (int64_t c = 0; c < n; c++)
                p->gradient[run + c] += values[c];
    }
    for (int64_t b = 0; b < p->n_blocks; b++) {
        const int64_t n = p->cells[b], run = p->run[b];
        for (int64_t a = 0; a < p->actions[b]; a++) {
            const double *restrict s = p->behaviour + p->start[b] + a * n;
            const double *restrict up = p->reach + run;
            double *restrict x = p->reach + p->start[b] + a * n, *restrict total = p->sums + p->start[b] + a * n;
            for (int64_t c = 0; c < n; c++) {
                x[c] = run > 0 ? up[c] * s[c] : s[c];
                total[c] += weight * x[c];
            }
        }
    }
}

void cfr_iterations(const plan_t *plan, const leaves_t *leaves, const player_t *players, int64_t first, int64_t last)
{
    for (int64_t t = first; t <= last; t++)
        for (int i = 0; i < 2; i++) {
            leaf_gradient(plan, leaves + i, players[1 - i].reach, players[i].gradient, players[i].n_sequences);
            update(players + i, (double)t * (double)t);
        }
}
