"""
The people: morphs (names of the mesh), pose (degrees), skin, eyes, hair, clothes, light, background.
Colours are linear light, 0 to 1, but a skin's `tone`, which is sRGB, 0 to 255.
"""

# Irises: (at the pupil, at the edge).
HAZEL = ((0.16, 0.075, 0.022), (0.10, 0.075, 0.035))
BROWN = ((0.085, 0.035, 0.012), (0.05, 0.022, 0.010))
DARK = ((0.04, 0.016, 0.008), (0.022, 0.010, 0.006))
BLUE = ((0.20, 0.27, 0.33), (0.12, 0.20, 0.30))
GREEN = ((0.17, 0.15, 0.06), (0.11, 0.15, 0.09))

BLACK_HAIR = {"color": (0.012, 0.010, 0.009)}
SMILE = {"Smile_Lips_Closed": 1.0, "Cheeks_Raised_Left": 0.25, "Cheeks_Raised_Right": 0.25}
WOMAN = {
    **SMILE,
    "Gender_Female": 1,
    "Mouth_Lips_Height": 0.5,
    "Jaw_Width": -0.55,
    "Face_FrontalBone_BrowRidge": -0.5,
    "Neck_Girth": -0.3,
    "Eyes_Size": 0.25,
    "Generic_Assymetry": 0.3,
}
MAN = {**SMILE, "Gender_Male": 1, "Generic_Assymetry": 0.35}
SHORT = {"style": "Combover_zoro_d", "count": 36000, "points": 12, "clump": 0.4, "frizz": 0.001,
         "loose": 0.0015, "radius": 0.00007}  # fmt: skip
LONG = {"style": "Eve", "count": 50000, "parted": True}
FINE_BROWS = {"kept": 0.7, "radius": 0.000035}
BROWS = {"kept": 0.8, "radius": 0.00004}
THICK_BROWS = {"kept": 0.95, "radius": 0.00005}
SHORT_LASHES = {"length": 0.7, "count": 60}

CAST = {
    "mara": {
        "seed": 3,
        "exposure": 1.12,
        "morphs": {**WOMAN, "Race_White": 0.5, "Race_Hispanic": 0.5},
        "pose": {"torso": 22, "head": 8, "tilt": -3},
        "skin": {"texture": "young_lightskinned_female_diffuse2", "tone": (222, 172, 144),
                 "scalp": (0.75, (0.05, 0.03, 0.022))},
        "eye": HAZEL,
        "earrings": {},
        "hair": {**LONG, "points": 26, "melanin": 0.80, "redness": 0.5, "frizz": 0.003, "volume": 0.05},
        "brows": {**FINE_BROWS, "melanin": 0.8, "redness": 0.5},
        "clothes": {"kind": "crew", "color": (0.03, 0.10, 0.12)},
        "background": {"scene": "interior", "at": 0.3, "light": 0.85},
    },
    "kenji": {
        "seed": 11,
        "exposure": 1.05,
        "morphs": {**MAN, "Race_EastAsian": 1.2, "Eyes_Eyelid_Monolid": 0.6, "Nose_BridgeProminence": -0.3},
        "pose": {"torso": 18, "head": 6, "tilt": -2},
        "skin": {"texture": "young_lightskinned_male_diffuse3", "tone": (216, 168, 134),
                 "scalp": (0.9, (0.012, 0.010, 0.009))},
        "eye": DARK,
        "hair": {**SHORT, **BLACK_HAIR},
        "brows": {**THICK_BROWS, **BLACK_HAIR},
        "lashes": SHORT_LASHES,
        "clothes": {"kind": "shirt", "weave": "oxford", "color": (0.33, 0.47, 0.68)},
        "light": {"side": 1, "rim": 9},
        "background": {"scene": "city", "at": 0.3, "light": 0.8},
    },
    "amara": {
        "seed": 5,
        "white": 0.72,
        "morphs": {**WOMAN, "Race_African": 1, "Mouth_Lips_Height": 0.7},
        "pose": {"torso": 20, "head": 7, "tilt": 3},
        "skin": {"texture": "young_lightskinned_female_diffuse3",
                 "blend": ("young_darkskinned_male_diffuse", 0.45), "tone": (118, 72, 50),
                 "sharp": 0.6, "scalp": (0.85, (0.012, 0.009, 0.008)), "lip": 0.5,
                 "lip_tint": (0.75, 0.42, 0.42), "lip_gloss": 0.03, "blood_tint": (1, 0.72, 0.62),
                 "specular": 0.5, "rough": 0.36, "radius": (0.003, 0.0012, 0.0007)},
        "eye": DARK,
        "earrings": {"radius": 0.011},
        "hair": {"style": "afro", "count": 44000, "points": 56, "reach": 0.052, "curl": 0.0036,
                 "color": (0.010, 0.0075, 0.006), "rough": 0.55, "radial": 0.6, "radius": 0.00007},
        "brows": {**BROWS, "melanin": 0.97},
        "clothes": {"kind": "crew", "weave": "fine knit", "color": (0.72, 0.40, 0.02)},
        "light": {"key": 40, "fill": 13, "rim": 7, "hair": 2},
        "background": {"middle": (0.42, 0.36, 0.30), "edge": (0.20, 0.15, 0.12)},
    },
    "rafael": {
        "seed": 6,
        "morphs": {**MAN, "Age_Old": 1.0, "Race_White": 0.6, "Race_Hispanic": 0.4},
        "pose": {"torso": -22, "head": -8, "tilt": -2},
        "skin": {"texture": "middleage_lightskinned_male_diffuse", "tone": (205, 150, 122),
                 "sharp": 0.7, "relief": 9, "bump": 1.0, "scalp": (0.6, (0.16, 0.15, 0.14))},
        "eye": BROWN,
        "hair": {**SHORT, "color": (0.115, 0.112, 0.11), "clump": 0.5, "varied": 0.7, "length": 0.85,
                 "volume": -0.02},
        "brows": {**THICK_BROWS, "color": (0.09, 0.08, 0.075)},
        "lashes": SHORT_LASHES,
        "beard": {"count": 44000, "length": 0.0125, "stand": 0.5, "radius": 0.00007,
                  "color": (0.13, 0.127, 0.125), "varied": 0.9},
        "clothes": {"kind": "shirt", "weave": "stripe", "color": (0.20, 0.30, 0.50)},
        "jacket": {"color": (0.045, 0.045, 0.048)},
        "light": {"side": 1},
        "background": {"middle": (0.30, 0.31, 0.32), "edge": (0.09, 0.095, 0.10)},
    },
    "leila": {
        "seed": 7,
        "morphs": {**WOMAN, "Race_MiddleEastern": 1},
        "pose": {"torso": 16, "head": 6, "tilt": -2},
        "skin": {"texture": "young_lightskinned_female_diffuse2", "tone": (205, 150, 118)},
        "eye": BROWN,
        "scarf": {"color": (0.42, 0.20, 0.19)},
        "brows": {**BROWS, "melanin": 0.92},
        "clothes": {"kind": "crew", "weave": "jersey", "color": (0.06, 0.05, 0.07), "loose": 0.006},
        "background": {"scene": "courtyard", "at": 0.55, "light": 0.7},
    },
    "finn": {
        "seed": 8,
        "exposure": 1.12,
        "morphs": {**MAN, "Race_White": 1, "Nose_Tip_Potrusion": -0.15},
        "pose": {"torso": -22, "head": -8, "tilt": 2},
        "skin": {"texture": "young_lightskinned_male_diffuse2", "tone": (226, 172, 146),
                 "freckles": 0.4, "scalp": (0.6, (0.16, 0.055, 0.025))},
        "eye": GREEN,
        "hair": {**SHORT, "melanin": 0.46, "redness": 1.0},
        "brows": {**THICK_BROWS, "melanin": 0.5, "redness": 0.9},
        "lashes": {**SHORT_LASHES, "melanin": 0.7, "redness": 0.6},
        "beard": {"count": 16000, "length": 0.0035, "stand": 0.8, "radius": 0.00005,
                  "melanin": 0.5, "redness": 0.9},
        "clothes": {"kind": "turtle", "color": (0.025, 0.07, 0.045)},
        "light": {"side": 1, "rim": 13},
        "background": {"scene": "forest", "at": 0.4, "light": 0.8},
    },
    "ingrid": {
        "seed": 9,
        "exposure": 1.1,
        "morphs": {**WOMAN, "Race_White": 1, "Age_Old": 0.18},
        "pose": {"torso": 20, "head": 6, "tilt": -3},
        "skin": {"texture": "young_lightskinned_female_diffuse2", "tone": (228, 180, 154),
                 "scalp": (0.6, (0.30, 0.19, 0.11))},
        "eye": BLUE,
        "hair": {**LONG, "points": 32, "melanin": 0.22, "redness": 0.35, "clump": 0.75, "frizz": 0.0035,
                 "wave": (0.015, 0.10, 0.12), "volume": -0.02, "loose": 0.003, "merge": 0.06, "length": 0.8},
        "brows": {**FINE_BROWS, "melanin": 0.4, "redness": 0.4},
        "clothes": {"kind": "vneck", "color": (0.60, 0.57, 0.52)},
        "background": {"scene": "interior", "at": 0.6, "light": 0.9},
    },
    "arjun": {
        "seed": 10,
        "white": 0.85,
        "morphs": {**MAN, "Race_Tamil": 0.6, "Race_Punjabi": 0.4, "Age_Old": 0.25},
        "pose": {"torso": -18, "head": -7, "tilt": -2},
        "skin": {"texture": "middleage_lightskinned_male_diffuse2",
                 "blend": ("middleage_darkskinned_male_diffuse", 0.35), "tone": (148, 98, 68),
                 "sharp": 0.7, "scalp": (0.12, (0.10, 0.06, 0.045))},
        "eye": DARK,
        "spectacles": {"kind": "acetate"},
        "brows": {**THICK_BROWS, "melanin": 0.93},
        "lashes": SHORT_LASHES,
        "beard": {"count": 12000, "length": 0.0028, "stand": 0.9, "radius": 0.00005,
                  "melanin": 0.9, "redness": 0.3},
        "clothes": {"kind": "tee", "weave": "jersey", "color": (0.55, 0.55, 0.54), "loose": 0.012},
        "jacket": {"color": (0.10, 0.055, 0.03)},
        "light": {"side": 1, "key": 30},
        "background": {"scene": "city", "at": 0.62, "light": 0.6},
    },
}  # fmt: skip
