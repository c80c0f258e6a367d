import { cssOf, mix, ofOklch, oklchOf, type Rgb255 } from '../core/banners/colour.ts';
import type { BannerLayoutId } from '../core/banners/design.ts';
import type { Frame } from '../core/banners/plan.ts';
import { flatGround } from '../core/banners/subject.ts';
import {
  along,
  dots,
  facets,
  fill,
  fillGround,
  grain,
  meanOf,
  veil,
  whole,
  type Scene,
} from './grounds.ts';
import { drawFrame, drawPerson, edgePrint, inksFor, shadow, type Duotone } from './pictures.ts';

export const FILM: Rgb255 = [6, 5, 5];
const FILM_LINE: Rgb255 = [11, 9, 9];

/** Paints what is below the words, by layout; the words go on top. */
export const PAINTERS: Readonly<Record<BannerLayoutId, (scene: Scene, name: () => void) => void>> =
  {
    dots(scene) {
      fillGround(scene);
      dots(scene);
      grain(scene, 0.03);
      drawPerson(scene);
    },

    studio(scene) {
      fillGround(scene);
      veil(scene, 0.66, 0.76);
      grain(scene, 0.045);
      drawPerson(scene);
    },

    facets(scene) {
      facets(scene);
      drawPerson(scene);
    },

    behind(scene, name) {
      const { palette, ground, tone } = scene;
      if (tone === 'picture') {
        // One flat colour: the ground's own, more saturated.
        const { lightness, chroma, hue } = oklchOf(palette.ground);
        const flat = ofOklch({ lightness, chroma: chroma < 0.015 ? chroma : chroma * 1.35, hue });
        fillGround({ ...scene, ground: flatGround(flat) });
      } else fillGround({ ...scene, ground: flatGround(meanOf(ground)) });
      grain(scene, 0.03);
      name();
      drawPerson(scene);
    },

    sheet(scene) {
      const { context, plan } = scene;
      fill(scene, FILM_LINE, whole(scene));
      const [strip, ...others] = plan.panels;
      for (const panel of plan.panels) fill(scene, FILM, panel);
      if (!strip) return;
      const inStrip = (frame: Frame): boolean =>
        frame.y >= strip.y && frame.y + frame.height <= strip.y + strip.height;
      let number = 0;
      for (const frame of plan.frames) {
        number++;
        const dim = !inStrip(frame);
        drawFrame(scene, frame, inksFor(scene, frame.which));
        context.globalAlpha = dim ? 0.45 : 1;
        edgePrint(scene, frame, number, (dim ? (others[0] ?? strip) : strip).height);
        context.globalAlpha = 1;
        // The part that only televisions show stays dim.
        if (dim) {
          context.fillStyle = cssOf(FILM, 0.62);
          context.fillRect(frame.x, frame.y, frame.width, frame.height);
        }
      }
    },

    slices(scene) {
      const { plan, palette, ground, tone } = scene;
      fill(scene, tone === 'picture' ? palette.paper : meanOf(ground), whole(scene));
      for (const frame of plan.frames) drawFrame(scene, frame, inksFor(scene, frame.which));
      for (const foot of plan.panels) fill(scene, palette.accent, foot);
    },

    print(scene) {
      const { context, plan, palette, ground, tone } = scene;
      const { width, height } = plan;
      const sheet = tone === 'picture' ? mix(palette.paper, palette.ground, 0.1) : meanOf(ground);
      fill(scene, sheet, whole(scene));
      const x = along(plan, 0.8);
      const light = context.createRadialGradient(x, height * 0.4, 0, x, height * 0.4, width * 0.55);
      light.addColorStop(0, cssOf(mix(sheet, [255, 255, 255], 0.5), 0.8));
      light.addColorStop(1, cssOf(sheet, 0));
      context.fillStyle = light;
      context.fillRect(0, 0, width, height);
      grain(scene, 0.025);
      const [paper, film] = plan.panels;
      const [large, small] = plan.frames;
      if (!paper || !film || !large || !small) return;
      context.save();
      shadow(context, height * 0.12, height * 0.06, 0.3);
      fill(scene, [255, 253, 249], paper);
      context.restore();
      drawFrame(scene, large);
      context.save();
      shadow(context, height * 0.09, height * 0.045, 0.34);
      fill(scene, [20, 17, 14], film);
      context.restore();
      drawFrame(scene, small, inksFor(scene, 1));
      edgePrint(scene, small, 7, film.height * 1.1);
    },

    registration(scene) {
      const { context, plan, palette } = scene;
      const { hue } = oklchOf(palette.ground);
      const accent = oklchOf(palette.accent);
      const inks = [
        [0.3, 0.92, hue],
        [0.34, 0.9, accent.hue],
        [0.28, 0.86, hue + 0.36],
        [0.22, 0.93, accent.hue + 0.5],
      ] as const;
      fill(scene, palette.dark, whole(scene));
      for (const frame of plan.frames) {
        const at = frame.which;
        const [dark = 0.3, light = 0.9, tint = hue] = inks[at % inks.length] ?? [];
        const main: Duotone = [
          ofOklch({ lightness: dark, chroma: 0.1, hue: tint }),
          ofOklch({ lightness: light, chroma: 0.09, hue: tint + 0.12 }),
        ];
        const second: Duotone = [
          ofOklch({ lightness: 0.62, chroma: 0.17, hue: tint + 0.33 }),
          [255, 255, 255],
        ];
        drawFrame(scene, frame, main);
        // The second ink is slightly out of register.
        const off = frame.width * 0.012 * (at % 2 === 0 ? 1 : -1);
        context.save();
        context.globalCompositeOperation = 'multiply';
        context.globalAlpha = 0.55;
        drawFrame(
          scene,
          {
            ...frame,
            picture: { ...frame.picture, x: frame.picture.x + off, y: frame.picture.y + off / 2 },
          },
          second,
        );
        context.restore();
      }
      for (const plate of plan.panels) fill(scene, palette.dark, plate);
    },
  };
