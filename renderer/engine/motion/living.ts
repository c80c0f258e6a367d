import { secondsOf } from '../../core/motion.ts';
import type { Target } from '../gl/target.ts';
import { centreOf } from '../raster/points.ts';
import { pointsOf } from '../styles/shared/canvas.ts';
import { EYE_CORNERS } from '../styles/shared/mesh.ts';
import type { Scene } from '../styles/shared/scene.ts';
import { prepareStyle, type StyleLayers } from './layers.ts';
import { limitsOf } from './limits.ts';
import { HILLS, SPREAD } from './shader.ts';
import type { StyleStage } from './stills.ts';
import { momentAt, styleAt, type MotionAsked } from './time.ts';

export interface Stage extends Omit<StyleStage, 'scene'> {
  /** The scene with open eyes. Call it each time, as the caller may have released the last one. */
  readonly scene: () => Scene;
}

/** A portrait ready to move. */
export type Living = Awaited<ReturnType<typeof prepareLiving>>;

/** How far a style spreads from the eyes: beyond any corner, including the soft edge. */
const SPREAD_REACH = 1.06;
const HILLS_SIZE = 256;

/**
 * Renders the stills that the frames are made of: those of the avatar's own style at once, those of
 * others when they first appear. At most three styles are kept at a time.
 * @throws LikenessError as `prepareStyle` does
 */
export async function prepareLiving(stage: Stage, asked: MotionAsked) {
  const { recipe } = stage;
  const gpu = stage.gpu.fork();
  const styles = [recipe.style, ...(asked.premium?.styles ?? [])];
  const layersOf = (at: number, lead?: StyleLayers): Promise<StyleLayers> =>
    prepareStyle(
      {
        ...stage,
        gpu,
        scene: stage.scene(),
        recipe: { ...recipe, style: styles[at] ?? recipe.style },
      },
      lead?.measures.body,
    );
  const own = await layersOf(0);
  const { body } = own.measures;
  const { limits, notes } = limitsOf(own.measures, asked);
  const { size, landmarks } = stage.scene();
  const eyes = centreOf(pointsOf({ landmarks }, EYE_CORNERS.flat()));
  const ready = new Map([[0, own]]);
  const hills = gpu.target(HILLS_SIZE, HILLS_SIZE, 'rgba8');
  if (styles.length > 1) gpu.pass(HILLS, hills, {});
  /**
   * All styles are framed and moved as the avatar's own: Cut Paper and Pixel have other outlines
   * than a photo, so the chin would jump when the style changes.
   */
  const layers = async (at: number): Promise<StyleLayers> => {
    const known = ready.get(at);
    if (known) return known;
    for (const [old, one] of ready)
      if (old !== 0 && old !== at - 1) {
        one.release();
        ready.delete(old);
      }
    const made = await layersOf(at, own);
    ready.set(at, made);
    return made;
  };
  // The paint's loop takes about four seconds, however long the animation is.
  const rounds = asked.premium ? Math.max(1, Math.round(secondsOf(asked) / 4)) : 1;
  return {
    notes,
    /** Draws the frame at f = 0..1 into `out`, as straight RGBA. */
    async draw(out: Target, f: number): Promise<void> {
      const now = momentAt(f, asked, limits);
      const field = body.at(now);
      const phase = f * rounds - Math.floor(f * rounds);
      const { from, spread } = styleAt(f, styles.length);
      const next = (from + 1) % styles.length;
      if (spread <= 0 || spread >= 1) {
        (await layers(spread >= 1 ? next : from)).draw(out, now, field, phase);
        return;
      }
      const pair = [await layers(from), await layers(next)] as const;
      gpu.scope((passing) => {
        const [before, after] = pair.map((one) => {
          const picture = passing.target(size, size, 'rgba8');
          one.draw(picture, now, field, phase);
          return picture;
        });
        const { zoom, x, y } = now.camera;
        passing.pass(SPREAD, out, {
          from: before,
          to: after,
          hills,
          // The position of the eyes as the camera sees it.
          eyes: [(eyes[0] / size - x) * zoom + x, (eyes[1] / size - y) * zoom + y],
          reach: spread * SPREAD_REACH,
        });
      });
    },
    release: (): void => gpu.free(),
  };
}
