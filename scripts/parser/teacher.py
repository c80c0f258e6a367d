"""Labels a portrait from the teacher's hair: skin, hair, clothes and headwear by landmarks, matte and colours.

Lengths are in face widths (landmarks 234 to 454). It knows neither beards nor spectacles nor jewellery.
"""

import cv2
import numpy as np

from canvas import BROWS, CLOTHES, FACE, HAIR, HEADWEAR, LEFT_EYE, LIPS, NONE, OVAL, RIGHT_EYE, SKIN, filled, oklab

EYES = [RIGHT_EYE, LEFT_EYE]
step = lambda a, b, x: np.clip((x - a) / (b - a), 0, 1)
UNKNOWN = -3.0  # how likely any colour is on clothes, relative to the skin's least likely colours; logarithm
sg = lambda z: 1 / (1 + np.exp(-z))


def box(x, r):
    return cv2.blur(x, (2 * r + 1, 2 * r + 1), borderType=cv2.BORDER_REFLECT)


def guided(guide, masks, r, eps, weight=None):
    """Colour guided filter (He et al. 2010) of several masks; means are weighted by `weight` (the matte)."""
    w = np.ones(guide.shape[:2], np.float32) if weight is None else weight.astype(np.float32) + 1e-4
    W = box(w, r)
    mean = lambda x: box(x * w, r) / W
    I = [guide[..., k] for k in range(3)]
    mI = [mean(c) for c in I]
    S = np.empty(guide.shape[:2] + (3, 3), np.float32)
    for a in range(3):
        for b in range(a, 3):
            S[..., a, b] = S[..., b, a] = mean(I[a] * I[b]) - mI[a] * mI[b] + (eps if a == b else 0)
    inv = np.linalg.inv(S)
    out = []
    for p in masks:
        mp = mean(p)
        cov = np.stack([mean(c * p) - m * mp for c, m in zip(I, mI)], -1)
        a = np.einsum("...ij,...j->...i", inv, cov)
        b = mp - sum(a[..., k] * mI[k] for k in range(3))
        out.append(sum(mean(a[..., k]) * I[k] for k in range(3)) + mean(b))
    return out


class Mixture:
    """Gaussians by k-means and a few EM rounds, full covariance, regularised by `least` (deviations)."""

    def __init__(s, x, k, least, seed=1):
        rng = np.random.default_rng(seed)
        x = x[rng.permutation(len(x))[:4000]].astype(np.float64)
        reg = np.diag(np.square(least))
        k = min(k, max(1, len(x) // 30))
        z = x / least
        c = z[rng.choice(len(x), k, False)]
        for _ in range(12):
            who = ((z[:, None] - c[None]) ** 2).sum(-1).argmin(1)
            c = np.stack([z[who == j].mean(0) if (who == j).any() else c[j] for j in range(k)])
        r = np.eye(k)[who]
        for _ in range(6):
            n = r.sum(0) + 1e-6
            s.w = n / n.sum()
            s.m = (r.T @ x) / n[:, None]
            s.c = [((x - s.m[j]).T * r[:, j]) @ (x - s.m[j]) / n[j] + reg for j in range(k)]
            p = s.parts(x)
            r = np.exp(p - p.max(1, keepdims=True))
            r /= r.sum(1, keepdims=True)

    def parts(s, x):
        out = []
        for w, m, c in zip(s.w, s.m, s.c):
            d = x - m
            out.append(
                np.log(w + 1e-9) - 0.5 * (np.einsum("ij,jk,ik->i", d, np.linalg.inv(c), d) + np.linalg.slogdet(c)[1])
            )
        return np.stack(out, 1)

    def __call__(s, x):
        p = s.parts(x)
        t = p.max(1)
        return t + np.log(np.exp(p - t[:, None]).sum(1))


def components(m):
    k, lab, st, _ = cv2.connectedComponentsWithStats(m.astype(np.uint8), connectivity=4)
    return k, lab, st


def label(rgb, alpha, lm, hair):
    """Labels (n * n, see canvas.py) of the upright head `rgb` (n * n * 3, 0..1) with its matte `alpha`, its landmarks
    `lm` (468 * 2) and the teacher's probability of hair `hair` (n * n)."""
    n = alpha.shape[0]
    width = np.hypot(*(lm[454] - lm[234]))
    px = lambda v: max(1, int(round(v * width)))
    lab = oklab(rgb)
    L = np.maximum(lab[..., 0], 0.02)
    person = alpha > 0.3
    oval = filled([lm[OVAL]], n)
    depth = (
        cv2.distanceTransform(oval.astype(np.uint8), cv2.DIST_L2, 5)
        - cv2.distanceTransform((~oval).astype(np.uint8), cv2.DIST_L2, 5)
    ) / width
    eye = np.mean([lm[e].mean(0) for e in EYES], 0)
    mid = lm[OVAL].mean(0)[0]
    yy, xx = np.mgrid[:n, :n].astype(np.float32)
    u = np.abs(xx - mid) / width
    v = (yy - eye[1]) / width
    chin = (lm[152][1] - eye[1]) / width
    top = (lm[10][1] - eye[1]) / width
    nose = (lm[2][1] - eye[1]) / width
    brow = (np.mean([lm[b].mean(0)[1] for b in BROWS]) - eye[1]) / width
    features = (
        cv2.dilate(filled([lm[r] for r in EYES + BROWS + [LIPS]], n).astype(np.uint8), np.ones((px(0.06),) * 2)) > 0
    )

    # 1. Hair: the network's probability on the picture's edges, within the matte.
    soft = np.clip(guided(rgb, [hair], px(0.035), 4e-4, alpha)[0], 0, 1)
    # Inside the face hair only comes in from its rim: fringes, not brows, lashes or beards.
    inner = step(0.16, 0.30, depth) * step(top - 0.0, top + 0.28, v)
    soft = soft * (1 - inner)
    is_hair = (soft > 0.5) & person
    # A thin rim on the crown is a bald head's outline against the ground, the more so if the crown is bare.
    crown = person & (v < top) & (u < 0.5)
    bare_crown = (is_hair & crown).sum() < 0.4 * crown.sum()
    ball = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * px(0.065 if bare_crown else 0.032) + 1,) * 2)
    core = cv2.morphologyEx(is_hair.astype(np.uint8), cv2.MORPH_OPEN, ball) > 0
    near = cv2.dilate(core.astype(np.uint8), ball) > 0
    is_hair &= near | (v > (top if bare_crown else -0.1))
    k, comp, st = components(is_hair)  # stray pieces
    for j in range(1, k):
        if st[j, 4] < 0.02 * width**2:
            is_hair[comp == j] = False
    k, comp, st = components(~is_hair & person)  # holes
    for j in range(1, k):
        m = comp == j
        if st[j, 4] < 0.012 * width**2 and not oval[m].any():
            is_hair |= m

    # 2. Colours, shade left out: a/L and b/L stay as they are when a surface is darker.
    f = np.dstack([0.35 * lab[..., 0], lab[..., 1] / L, lab[..., 2] / L]).astype(np.float32)
    least = np.array([0.03, 0.008, 0.012])
    bare = (depth > 0.05) & ~features & ~is_hair & (v < nose) & person & (soft < 0.3)
    if bare.sum() < 60:
        bare = (depth > 0.02) & ~is_hair & person
    L0 = np.median(L[bare])
    dev = np.abs(f - np.median(f[bare], 0))
    spread = 1.48 * np.median(dev[bare], 0) + 0.006
    bare &= (dev < 3 * spread).all(-1)
    skin = Mixture(f[bare], 3, least * [2.2, 1.3, 1.3])
    todo = person
    S = np.full((n, n), -20.0, np.float32)
    S[todo] = skin(f[todo])
    floor = np.quantile(S[bare], 0.05)
    # Shade: the same chroma at less light, down to a third, costs little.
    q = f.copy()
    q[..., 0] = np.clip(q[..., 0], 0.35 * np.quantile(L[bare], 0.3), 0.35 * np.quantile(L[bare], 0.95))
    S2 = np.full((n, n), -20.0, np.float32)
    S2[todo] = skin(q[todo])
    dark = step(L0, 0.45 * L0, L)
    light = step(L0 + 0.1, L0 + 0.3, L)
    S = np.maximum(S, S2 - 2.0 * dark - 4 * (dark > 0.98) - 6 * light)
    # Hair again: below the brows the network's doubts are settled by the colours of the hair above them.
    sure = is_hair & (soft > 0.9) & (v < -0.1)
    if sure.sum() > 150:
        hairs = Mixture(f[sure], 4, least)
        H = np.full((n, n), -20.0, np.float32)
        H[person] = hairs(f[person])
        usual = np.quantile(H[sure], 0.1)
        odds = 0.5 * (H - np.maximum(S, usual + UNKNOWN))
        odds *= step(
            0.03, 0.07, cv2.distanceTransform((alpha > 0.9).astype(np.uint8), cv2.DIST_L2, 5) / width
        )  # no mixed colours
        p = np.clip(soft, 0.02, 0.98)
        q = sg(np.log(p / (1 - p)) + step(-0.1, 0.05, v) * step(0.96, 0.85, p) * np.clip(odds, -3, 0.5))
        soft = np.clip(guided(rgb, [q.astype(np.float32)], px(0.02), 4e-4, alpha)[0], 0, 1) * (1 - inner)
        is_hair = (is_hair | (v > -0.1)) & (soft > 0.5) & person
        k, comp, st = components(is_hair)
        for j in range(1, k):
            if st[j, 4] < 0.02 * width**2:
                is_hair[comp == j] = False
    todo = person & ~is_hair
    # Under the chin and the jaw it is dark: what is darker than the face there, and has its hue or hardly any
    # colour left, is as likely as the least likely skin of the face.
    tint = np.hypot(lab[..., 1], lab[..., 2])
    m = np.median(lab[bare], 0)
    cos = (lab[..., 1] * m[1] + lab[..., 2] * m[2]) / np.maximum(1e-4, tint * np.hypot(m[1], m[2]))
    part = (tint / L) / np.maximum(0.01, np.hypot(m[1], m[2]) / m[0])
    under = step(0.50, 0.36, u) * step(chin - 0.3, chin - 0.12, v) * step(chin + 0.28, chin + 0.14, v)
    shade = step(1.0, 0.9, L / L0) * np.maximum(
        step(0.86, 0.95, cos) * step(0.35, 0.55, part), step(0.45, 0.3, L / L0) * step(-0.2, -0.1, depth)
    )
    S = np.maximum(S, floor + 0.5 - 12 * (1 - under * shade))
    # Below the chin no light is harsh: what is paler and lighter than the face is a shirt.
    S -= 10 * step(0.04, 0.12, L - m[0]) * step(0.62, 0.48, part) * (v > chin - 0.05)
    alike = step(-8, 0, S - floor)
    seeds = person & ~is_hair & (v > chin + 0.42) & ((u > 0.36) | (v > chin + 0.75)) & (alike < 0.9)
    if seeds.sum() < 120:
        seeds = person & ~is_hair & (v > chin + 0.3)
    C = np.full((n, n), -8.0, np.float32)
    if seeds.sum() > 40:
        C[todo] = Mixture(f[seeds], 5, least)(f[todo])

    # 3. Skin or cloth: likelihoods and place.
    neck = step(0.50, 0.32, u) * step(chin - 0.4, chin - 0.15, v) * step(chin + 0.62, chin + 0.3, v)
    ear = step(0.74, 0.62, u) * step(-0.34, -0.22, v) * step(0.55, 0.42, v) * (depth > -0.24)
    above = v < top + 0.08
    z = np.clip(S - floor, -9, 4) - np.clip(C - floor, UNKNOWN, 4)
    # Clothes that nobody saw as seeds (collars, ties, hats): what is unlike skin is cloth.
    z = np.minimum(z, 6 * (alike - 0.5) + 2.5)
    z += (
        2.2 * neck
        + 3.0 * ear
        - 1.5 * step(chin + 0.35, chin + 0.7, v)
        - 2.0 * step(0.45, 0.6, u) * step(chin - 0.15, chin + 0.1, v)
    )
    z += 4 * shade * step(-0.16, -0.05, depth) * step(0.50, 0.40, u) * (v > nose)  # a jaw's shadow
    # Nobody wears clothes within the face; above it a bald head has the forehead's colour.
    z += np.where(above, 0, 6 * step(-0.02, 0.05, depth))
    z = np.where(depth > 0.06, np.maximum(z, 3), z)
    P = sg(np.clip(z, -6, 6)).astype(np.float32)
    for _ in range(2):
        P = np.clip(guided(rgb, [P * todo], px(0.03), 1e-3, alpha * ~is_hair)[0], 1e-3, 1 - 1e-3)
        P = sg(np.clip(0.6 * z + 1.6 * np.log(P / (1 - P)), -9, 9)).astype(np.float32)
    is_skin = todo & (P > 0.5)

    # 4. Small parts: beads, glints, pins and bits at the rim of hair go to what is around them.
    for cloth_part in (True, False):
        k, comp, st = components(todo & (is_skin != cloth_part))
        for j in range(1, k):
            if st[j, 4] > 0.02 * width**2:
                continue
            m = comp == j
            ring = (cv2.dilate(m.astype(np.uint8), np.ones((3, 3))) > 0) & ~m & person
            mine, hairs = (ring & ~is_hair & (is_skin == cloth_part)).sum(), (ring & is_hair).sum()
            if hairs > 0.6 * ring.sum() and depth[m].max() < 0:
                is_hair |= m
            elif mine > 0.5 * (ring.sum() - hairs) and mine >= hairs:
                is_skin[m] = cloth_part
    todo = person & ~is_hair
    is_skin &= todo
    # 5. Headwear: cloth that begins above the face and covers the crown.
    cloth = todo & ~is_skin
    wear = np.zeros_like(cloth)
    k, comp, st = components(cloth)
    highest = np.where(person.any(0), person.argmax(0), -1)  # the person's topmost texel of each column
    middle = [x for x in range(n) if abs(x - mid) < 0.3 * width and highest[x] >= 0]
    for j in range(1, k):
        m = comp == j
        up = (m & (v < top - 0.02) & (u < 0.75)).sum() / width**2
        crown = np.mean([m[highest[x] : highest[x] + px(0.12), x].mean() > 0.5 for x in middle]) if middle else 0
        if up > 0.06 and crown > 0.6:
            wear |= m & (v < chin)
    upper = person & (v < top) & (u < 0.6)
    if wear.any() and hair[upper].mean() > 0.5:  # the network all but knows it for hair
        is_hair |= wear & (v < chin - 0.2)
        is_skin &= ~is_hair
        wear[:] = False
    if wear.any():
        # Nothing above the brows is hair if there is a hat: the network takes dark brims and the front
        # of scarves for fringes. What goes on beside the face in the same colours belongs to it as well.
        wear |= is_hair & (v < brow)
        tinge = f[..., 1:]
        worn = Mixture(tinge[wear], 4, least[1:])
        W = np.full((n, n), -20.0, np.float32)
        W[person] = worn(tinge[person])
        like = person & (v < chin - 0.1) & (depth < 0.02) & (is_hair | cloth) & (W > np.quantile(W[wear], 0.1))
        k, comp, st = components(like | wear)
        touching = np.unique(comp[wear])
        wear |= like & np.isin(comp, touching[touching > 0])
        # A scarf over head, throat and shoulders (as today's isScarf): there is no hair at all.
        throat = person & (u < 0.25) & (v > chin + 0.08) & (v < chin + 0.3)
        shoulders = cloth & (v > chin + 0.3)
        if throat.sum() > 40 and shoulders.sum() > 40:
            tone = np.median(lab[wear], 0)
            if all(np.linalg.norm(np.median(lab[q], 0) - tone) < 0.06 for q in (throat, shoulders)):
                wear |= is_hair | (cloth & (v < chin + 0.05))
        is_hair &= ~wear
        is_skin &= ~wear
        cloth &= ~wear
    # Beside the head, below no hat, such a small part is hair that the network missed, or skin.
    k, comp, st = components(cloth & ~wear & (v < chin - 0.2))
    for j in range(1, k):
        m = comp == j
        if st[j, 4] > 0.08 * width**2 and wear.any():
            continue
        near_hair = (cv2.dilate(m.astype(np.uint8), np.ones((5, 5))) > 0) & is_hair
        if near_hair.any():
            is_hair |= m
        elif depth[m].min() > -0.2:
            is_skin |= m
    cloth = person & ~is_skin & ~is_hair & ~wear
    out = np.zeros((n, n), np.uint8)
    out[cloth] = CLOTHES
    out[is_skin & person] = SKIN
    out[is_skin & oval & person] = FACE
    out[is_hair] = HAIR
    out[wear & person] = HEADWEAR
    return out
