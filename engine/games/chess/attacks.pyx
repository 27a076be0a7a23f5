"""The attack tables.

Squares are numbered a1 = 0, b1 = 1, ..., h8 = 63, as in python-chess. The factors of the sliding pieces map each
occupation of a piece's lines to an index without harmful collision ("magic bitboards", P. Kannan, 2007); they were
found by trying sparse random numbers.
"""

from ...bits cimport bit, popcount

cdef u64[64] ROOK_FACTORS = [
    0x0880036480400430, 0x0840001000402000, 0x0100081040200101, 0x4080058008011000,
    0x2080020400808800, 0x0200010408020010, 0x8080008001000200, 0x0D00060880406100,
    0x0400800040008021, 0x0042002201004085, 0x4203004100200014, 0x8004801004080080,
    0x0A41000803001004, 0x1000800400800200, 0x4042000108040200, 0x60820000412A0094,
    0x9004208000401480, 0x08B0124000200040, 0x0000848020001004, 0x0010004008004400,
    0x0000808008000400, 0x0005010008040002, 0x1820140061021008, 0x0000020000409104,
    0x0140002080008040, 0x8800200280400080, 0x00A0004040100801, 0x00C0220200400810,
    0x0804000480080080, 0x88020006000C0810, 0x12000884000A3910, 0x08602282000D4401,
    0x0080002000404000, 0x0000804000802001, 0x0000801000802000, 0x4010810801801002,
    0x0800080101000410, 0x4802001012004884, 0x0402020001010004, 0x0002009102000044,
    0x800A401061808002, 0x0201008200420020, 0x0000820040220010, 0x0240420008220010,
    0x80A1000800650012, 0x0040040002008080, 0x1921100801840002, 0x0209304084060011,
    0x0001002040820200, 0x00D0804000200080, 0x1120022110008280, 0x40C0801000080080,
    0x0840080004008080, 0x0411008824000300, 0x6022080210010400, 0x0040041080510200,
    0x00232302800410C1, 0x0041001022004882, 0x0003204200900882, 0x0001002004100009,
    0x2402000920041002, 0x1012000844411002, 0x000006300098010C, 0x4080040020884102,
]
cdef u64[64] BISHOP_FACTORS = [
    0x001210100D890040, 0x0048020C04202804, 0x4832082041001001, 0x0004404080022C05,
    0x00040504A0101004, 0x200201100A081840, 0x0000841002100000, 0x0400840041104840,
    0x0002100430240052, 0x0A00040808490021, 0x0420041104210080, 0x0050040410800012,
    0x1020020210000484, 0x0280088820080208, 0x0A01840241042004, 0x0200C08400880440,
    0x044014B00411D408, 0x4214A08810108601, 0xC04C010800340011, 0x1488010520414110,
    0x0228210402080500, 0x0010800410043108, 0x2040414082082006, 0x0400440212020104,
    0x4004849011B01000, 0x8682608010010208, 0x0494021050008410, 0x2102002022008200,
    0x0001004004004048, 0x0002120084090100, 0x0000840002020220, 0x00388200C0310408,
    0x08882940A8082202, 0x0002080282201284, 0x0492841000010340, 0x0000060080080380,
    0x01C0004010050100, 0x0600980200004101, 0x8004041040140101, 0x8004008202022901,
    0x8002589940400800, 0x0002A80110020882, 0x1040A09410001201, 0x094285C201800809,
    0x0040081100480C02, 0x801233B000800100, 0x80138E0602028400, 0x0010C08200850040,
    0x4002841008460004, 0x0210308410080012, 0x0001144108212011, 0x3140200442020801,
    0x0050108820884682, 0x0050204202920000, 0x20081004408C0402, 0x0A080841004A0240,
    0x400A048401191040, 0x1108850909100229, 0x0010150020841000, 0x0A089000C0840401,
    0x4050280040504101, 0x9610001220510100, 0x0810101011881080, 0x0004604404420140,
]

cdef u64 RANK_1 = 0xFF
cdef u64 RANK_8 = <u64> 0xFF00000000000000

cdef int[4][2] ROOK_STEPS = [[1, 0], [-1, 0], [0, 1], [0, -1]]        # file, rank
cdef int[4][2] BISHOP_STEPS = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
cdef int[8][2] KNIGHT_STEPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]]

# One cell for each occupation of each mask: the sum of 2 ** (squares in the mask) over all masks.
cdef enum:
    ROOK_CELLS = 102400
    BISHOP_CELLS = 5248

cdef u64[ROOK_CELLS] rook_cells
cdef u64[BISHOP_CELLS] bishop_cells


cdef u64 ray(int square, int file_step, int rank_step, u64 occupied) noexcept nogil:
    """The squares from `square` in one direction, up to and with the first occupied one."""
    cdef u64 squares = 0
    cdef int file = (square & 7) + file_step
    cdef int rank = (square >> 3) + rank_step
    while 0 <= file <= 7 and 0 <= rank <= 7:
        squares |= bit(8 * rank + file)
        if occupied & bit(8 * rank + file):
            break
        file += file_step
        rank += rank_step
    return squares


cdef inline u64 step(int square, int file_step, int rank_step) noexcept nogil:
    """The one square a step away, or none at the edge of the board."""
    return ray(square, file_step, rank_step, ~<u64> 0)


cdef int fill_slider(Magic* magics, u64* lines, int[2]* steps, u64* factors, u64* cells) noexcept nogil:
    """Fill the table of one sliding piece; return how many cells it took."""
    cdef int square, way, used = 0
    cdef u64 edges, occupied, attacks, mask
    for square in range(64):
        lines[square] = 0
        for way in range(4):
            lines[square] |= ray(square, steps[way][0], steps[way][1], 0)
        edges = ((RANK_1 | RANK_8) & ~(RANK_1 << (square & 56))) | ((FILE_A | FILE_H) & ~(FILE_A << (square & 7)))
        mask = lines[square] & ~edges
        magics[square].mask = mask
        magics[square].factor = factors[square]
        magics[square].shift = 64 - popcount(mask)
        magics[square].attacks = cells + used
        occupied = 0
        while True:  # over every subset of the mask
            attacks = 0
            for way in range(4):
                attacks |= ray(square, steps[way][0], steps[way][1], occupied)
            cells[used + ((occupied * factors[square]) >> magics[square].shift)] = attacks
            occupied = (occupied - mask) & mask
            if occupied == 0:
                break
        used += 1 << popcount(mask)
    return used


cdef void fill() noexcept nogil:
    cdef int square, other, way, file, rank
    fill_slider(TABLES.rook, TABLES.rook_lines, ROOK_STEPS, ROOK_FACTORS, rook_cells)
    fill_slider(TABLES.bishop, TABLES.bishop_lines, BISHOP_STEPS, BISHOP_FACTORS, bishop_cells)
    for square in range(64):
        TABLES.knight[square] = TABLES.king[square] = 0
        for way in range(8):
            TABLES.knight[square] |= step(square, KNIGHT_STEPS[way][0], KNIGHT_STEPS[way][1])
        for file in range(-1, 2):
            for rank in range(-1, 2):
                if file or rank:
                    TABLES.king[square] |= step(square, file, rank)
        TABLES.diagonal[square] = ray(square, 1, 1, 0) | ray(square, -1, -1, 0) | bit(square)
        TABLES.antidiagonal[square] = ray(square, -1, 1, 0) | ray(square, 1, -1, 0) | bit(square)
        TABLES.pawn[WHITE][square] = step(square, -1, 1) | step(square, 1, 1)
        TABLES.pawn[BLACK][square] = step(square, -1, -1) | step(square, 1, -1)
        for other in range(64):
            TABLES.between[square][other] = TABLES.line[square][other] = 0
            if TABLES.rook_lines[square] & bit(other):
                TABLES.between[square][other] = rook_attacks(square, bit(other)) & rook_attacks(other, bit(square))
                TABLES.line[square][other] = (
                    (TABLES.rook_lines[square] & TABLES.rook_lines[other]) | bit(square) | bit(other)
                )
            elif TABLES.bishop_lines[square] & bit(other):
                TABLES.between[square][other] = bishop_attacks(square, bit(other)) & bishop_attacks(other, bit(square))
                TABLES.line[square][other] = (
                    (TABLES.bishop_lines[square] & TABLES.bishop_lines[other]) | bit(square) | bit(other)
                )


fill()
