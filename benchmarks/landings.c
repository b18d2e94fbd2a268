/* Landings of one face with 128-bit integers: what the same work costs without an interpreter.

   Row-major: cell (x, y) is bit 11 * y + x, so the eleventh bit of each row stays empty and stops sideways moves, and
   the zeros that come in from above are the free space over the sheet. Nothing here is shared with the engine. */

#include <stdint.h>
#include <time.h>

typedef unsigned __int128 board_t;

enum { STRIDE = 11 };

typedef struct {
    uint64_t low, high;
} words_t;

typedef struct {
    uint64_t offsets[4]; /* of its cells from the bottom-left corner of its bounding box */
    words_t anchors;     /* corners between the sides, from the bottom row to the top row */
    words_t inside;      /* corners with which the whole block lies on the sheet */
} face_t;

static board_t joined(words_t words) {
    return (board_t)words.high << 64 | words.low;
}

__attribute__((noinline)) static board_t landings(words_t cells, const face_t *face) {
    board_t board = joined(cells), anchors = joined(face->anchors);
    board_t taken = board >> face->offsets[0] | board >> face->offsets[1] | board >> face->offsets[2] |
                    board >> face->offsets[3];
    board_t free = anchors & ~taken, shadow = anchors & taken;
    shadow |= shadow >> STRIDE;
    shadow |= shadow >> 2 * STRIDE;
    shadow |= shadow >> 4 * STRIDE;
    shadow |= shadow >> 8 * STRIDE;
    board_t reached = free & ~shadow, before = 0;
    while (reached != before) {
        before = reached;
        reached |= free & (reached << 1 | reached >> 1 | reached >> STRIDE);
    }
    return reached & ~(free << STRIDE) & joined(face->inside);
}

/* All landings of every face on every board, boards first. */
void find_landings(const words_t *boards, int board_count, const face_t *faces, int face_count, words_t *found) {
    for (int board = 0; board < board_count; board++)
        for (int face = 0; face < face_count; face++) {
            board_t corners = landings(boards[board], &faces[face]);
            *found++ = (words_t){(uint64_t)corners, (uint64_t)(corners >> 64)};
        }
}

/* The seconds this takes; the exclusive or of all landings shows that it was done. */
double time_landings(const words_t *boards, int board_count, const face_t *faces, int face_count, words_t *mixed) {
    struct timespec began, ended;
    board_t all = 0;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (int board = 0; board < board_count; board++)
        for (int face = 0; face < face_count; face++) all ^= landings(boards[board], &faces[face]);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    *mixed = (words_t){(uint64_t)all, (uint64_t)(all >> 64)};
    return (double)(ended.tv_sec - began.tv_sec) + (double)(ended.tv_nsec - began.tv_nsec) / 1e9;
}
