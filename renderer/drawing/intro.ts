import { INTRO, type IntroDesign } from '../core/intro/design.ts';
import { introAt } from '../core/intro/timeline.ts';
import { contextOf } from './canvas.ts';
import { prepareStage } from './intro-stage.ts';
import { TEMPLATES } from './intro-templates.ts';
import { watermark } from './lettering.ts';
import type { Material } from './material.ts';

/** An intro that can be drawn at any of its moments. */
export interface Intro {
  readonly seconds: number;
  /** Fills the whole canvas, whatever its size. */
  draw(canvas: HTMLCanvasElement, seconds: number, marked?: boolean): void;
}

/** Prepares an intro. Its typefaces must be loaded. */
export function prepareIntro(design: IntroDesign, material: Material): Intro {
  const drawMoment = TEMPLATES[design.template](prepareStage(design, material));
  return {
    seconds: design.seconds,
    draw(canvas, seconds, marked = false) {
      const context = contextOf(canvas);
      context.setTransform(canvas.width / INTRO.width, 0, 0, canvas.height / INTRO.height, 0, 0);
      context.imageSmoothingQuality = 'medium';
      drawMoment(context, introAt(design, seconds));
      if (marked) watermark({ context, plan: INTRO });
    },
  };
}
