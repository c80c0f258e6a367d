import { linearRgb, type Lab, type Rgb } from '../../../../core/colour.ts';
import { SMOOTH_AT } from '../../../gl/glsl.ts';
import type { Program, Uniforms } from '../../../gl/program.ts';
import type { Target } from '../../../gl/target.ts';
import { compose, invert } from '../../../photo/frame.ts';
import { smoothstep } from '../../../raster/numbers.ts';
import { packed, type Square } from '../../../raster/planes.ts';
import { pointsOf } from '../canvas.ts';
import type { FaceProfile } from '../face-profile.ts';
import { lazy, once } from '../lazy.ts';
import { EARS, NOSE_TIP } from '../mesh.ts';
import { PREMULTIPLY, unitMatrix, type Scene } from '../scene.ts';
import { drawFace, drawGlasses } from './features.ts';
import { DRAWN, drawnOf, toDrawing, type Pen } from './pen.ts';
import { shapesOf } from './shapes.ts';

/** Edge in texels of the shapes on the GPU; fine enough that linear filtering shows no grid. */
const FIELD_TEXELS = 1024;

/** Enlarges by a cubic B-spline, so that outlines have no corners. */
const REFINE: Program = {
  name: 'refine shapes',
  fragment: `${SMOOTH_AT}
uniform sampler2D source;
void main() { color = smoothAt(source, uv); }`,
};

type Illustration = ReturnType<typeof illustrationOf>;

/**
 * A person's flat shapes on the GPU: made once, coloured for each avatar, and freed with the face
 * profile. Its first three textures are made when first asked for, as Modern needs none of them.
 */
export const illustrationOf = once((faceProfile: FaceProfile) => {
  const { gpu } = faceProfile;
  const portrait = faceProfile.portrait();
  const shapes = shapesOf(portrait);
  const field = (...planes: readonly Square[]): Target =>
    gpu.scope((passing) => {
      const source = passing.upload(packed(planes, shapes.n), shapes.n, shapes.n);
      return passing.drawn(REFINE, FIELD_TEXELS, { source });
    });
  const drawing = (draw: (pen: Pen) => void): Target =>
    gpu.scope((passing) => {
      const source = passing.upload(drawnOf(portrait, draw), DRAWN.edge, DRAWN.edge);
      const done = passing.target(DRAWN.edge, DRAWN.edge, 'rgba8', true);
      passing.pass(PREMULTIPLY, done, { source });
      passing.mipmap(done);
      return done;
    });
  const { spectacles } = portrait;
  return {
    shapes,
    regions: lazy(() => field(shapes.matte, shapes.hair, shapes.clothes, shapes.folds())),
    tones: lazy(() => field(shapes.skinTone(), shapes.neck, shapes.hairTone, shapes.beard)),
    /** Second, third and fourth colour of clothes; the matte's surroundings. */
    colours: lazy(() => field(...shapes.colours, shapes.halo())),
    /** Features, premultiplied, with mipmaps. */
    face: drawing((pen) => drawFace(pen, portrait, shapes)),
    glasses: spectacles && drawing((pen) => drawGlasses(pen, portrait, spectacles)),
  };
});

const COLOURS = 4;
const four = (list: readonly Rgb[]): number[] =>
  Array.from({ length: COLOURS }, (_, k) => list.at(k) ?? list[0]).flat();

/** How an avatar changes a person's colours: of skin and beard, hair, and clothes. */
export type Tints = Readonly<Record<'skin' | 'hair' | 'clothes', (own: Lab) => Lab>>;

export type FigureParts = ReturnType<typeof figurePartsOf>;

/** What a person's figure has; the rest can be left out of a shader, which computes all of it. */
export const figurePartsOf = ({ shapes, glasses }: Illustration) => ({
  glasses: glasses !== undefined,
  /** How many colours the clothes have, 1 to 4. */
  cloths: Math.max(1, shapes.cloth.length),
  /** Colours are only needed where the figure is. */
  within: true,
});

/**
 * GLSL for `figureAt(uv)`: the colour of the person's flat shapes in linear light, and their
 * coverage in alpha. Outlines are anti-aliased over one pixel by the field's slope. Slopes are
 * derivatives between neighbouring pixels, so call it outside of branches.
 */
export const figureWith = ({ glasses, cloths, within }: FigureParts): string => {
  const coloured = (list: string, count: number): string =>
    ['x', 'y', 'z']
      .slice(0, count - 1)
      .reduce(
        (made, axis, k) => `mix(${made}, ${list}[${String(k + 1)}], kind.${axis})`,
        `${list}[0]`,
      );
  const several = cloths > 1;
  // The mip level matches the reduction of the drawing, which is gamma-encoded. It is found from the
  // neighbours, so a little beyond the drawing is fetched, too.
  const drawn = (name: string, source: string): string => `
  vec4 ${name} = vec4(0.0);
  if (max(abs(q.x - 0.5), abs(q.y - 0.5)) < 0.52) ${name} = texture(${source}, q) * onDrawing;`;
  return `
uniform sampler2D shapeRegions, shapeTones, shapeColours, shapeFace, shapeGlasses;
uniform mat3 toShapes, toDrawing;
uniform vec3 skinBase, skinShadow, skinDeep, skinLight, beardInk, hairBase, hairLight, hairDark;
uniform vec3 cloth[${String(COLOURS)}], fold[${String(COLOURS)}];
uniform float glasses;
vec4 crossed(vec4 field, float at) {
  vec4 slope = max(fwidth(field), 0.004);
  return clamp((field - at) / slope + 0.5, 0.0, 1.0);
}
vec4 figureAt(vec2 uv) {
  vec2 p = (toShapes * vec3(uv, 1.0)).xy, q = (toDrawing * vec3(uv, 1.0)).xy;
  vec4 regions = texture(shapeRegions, p), tones = vec4(0.0), other = vec4(0.0);
  ${within ? '// A little beyond the outline, for the slopes.\n  if (regions.x > 0.03) ' : ''}{
    tones = texture(shapeTones, p);${several ? '\n    other = texture(shapeColours, p);' : ''}
  }
  // Clothes end where skin begins; under hair they go on, so that no skin shows between the two.
  regions.z += 0.5 * regions.y;
  vec4 here = crossed(regions, 0.5);${several ? '\n  vec3 kind = crossed(other, 0.5).xyz;' : ''}
  vec4 slope = max(fwidth(tones), 0.004);
  vec3 low = clamp((tones.xyz - 0.25) / slope.xyz + 0.5, 0.0, 1.0), high = clamp((tones.xyz - 0.75) / slope.xyz + 0.5, 0.0, 1.0);
  float onDrawing = step(abs(q.x - 0.5), 0.5) * step(abs(q.y - 0.5), 0.5);
  vec3 c = mix(skinBase, skinLight, high.x * 0.85);
  c = mix(c, skinShadow, 1.0 - low.x);
  c = mix(c, mix(skinShadow, skinDeep, 0.55), low.y);
  c = mix(c, skinDeep, high.y * 0.75);
  c = mix(c, beardInk, clamp((tones.w - 0.5) / slope.w + 0.5, 0.0, 1.0));${drawn('drawn', 'shapeFace')}
  c = mix(c, toLinear(drawn.rgb / max(drawn.a, 1e-3)), drawn.a);
  c = mix(c, mix(${coloured('cloth', cloths)}, ${coloured('fold', cloths)}, here.w), here.z);
  vec3 strands = mix(mix(hairBase, hairLight, high.z), hairDark, 1.0 - low.z);
  c = mix(c, strands, here.y);${
    glasses
      ? `${drawn('rims', 'shapeGlasses')}
  rims *= glasses;
  c = mix(c, toLinear(rims.rgb / max(rims.a, 1e-3)), rims.a);`
      : ''
  }
  return vec4(c, here.x);
}`;
};

/** `figureAt(uv)` for any person. */
export const FIGURE_AT = figureWith({ glasses: true, cloths: COLOURS, within: false });

/** Where the person's matte, hair, clothes and folds are, and how a scene's places map to them. */
export const regionUniforms = ({ faceProfile, frame, size }: Scene) => {
  const portrait = faceProfile.portrait();
  const { n } = portrait.canvas;
  return {
    shapeRegions: illustrationOf(faceProfile).regions(),
    toShapes: unitMatrix(compose(portrait.frame, invert(frame)), size, n, n),
  };
};

/**
 * The uniforms of `FIGURE_AT`. Colours are in linear light, each passed through its tint; `exposure`,
 * a factor on that, corrects a badly exposed photo.
 */
export const figureUniforms = (
  scene: Scene,
  tints: Tints,
  exposure = scene.subject.exposure,
): Uniforms => {
  const { shapes, tones, colours, face, glasses } = illustrationOf(scene.faceProfile);
  const gain = Math.cbrt(exposure);
  // If no person is visible, only the background is painted and their colours are NaN. A single NaN
  // in a shader would blacken the whole picture, however little it covers.
  const lit = ([L, a, b]: Lab): Lab =>
    Number.isFinite(L + a + b) ? [L * gain, a * gain, b * gain] : [0, 0, 0];
  const [skin, hair, clothes] = [tints.skin, tints.hair, tints.clothes].map(
    (tint) => (lab: Lab) => linearRgb(tint(lit(lab))),
  );
  return {
    ...regionUniforms(scene),
    shapeTones: tones(),
    shapeColours: colours(),
    shapeFace: face,
    shapeGlasses: glasses ?? face,
    glasses: glasses ? 1 : 0,
    toDrawing: toDrawing(scene),
    skinBase: skin(shapes.skin.base),
    skinShadow: skin(shapes.skin.shadow),
    skinDeep: skin(shapes.skin.deep),
    skinLight: skin(shapes.skin.light),
    beardInk: skin(shapes.beardColour),
    hairBase: hair(shapes.hairColours[0]),
    hairLight: hair(shapes.hairColours[1]),
    hairDark: hair(shapes.hairColours[2]),
    cloth: four(shapes.cloth.map(([plain]) => clothes(plain))),
    fold: four(shapes.cloth.map(([, folded]) => clothes(folded))),
  };
};

/**
 * `styledAt(strength, face)`: how much of the style a pixel shows. A picture that is softened to
 * keep the likeness gives in on the face first; outlines and background stay whole for longer.
 */
export const STYLED_AT = `
float styledAt(float strength, float face) {
  return mix(smoothstep(0.0, 0.75, strength), strength, face);
}`;

/** Leaves the person's colours as they are. */
export const OWN_TINTS: Tints = { skin: (lab) => lab, hair: (lab) => lab, clothes: (lab) => lab };

/**
 * How much of the photo's modelling a face keeps, 0 to 0.35. It grows as the head is turned and
 * shows more of one cheek, since flat shapes alone don't convey that.
 */
export const turnOf = (scene: Scene): number => {
  const [nose, start, end] = pointsOf(scene, [NOSE_TIP, ...EARS]).map(([x]) => x);
  const [left, right] = [nose - start, end - nose];
  return 0.35 * smoothstep(0.2, 0.5, Math.abs(left - right) / (left + right));
};
