import { StudioError } from '../failures.ts';
import { animations } from '../making.ts';
import { animationsSchema, faultsOf } from '../recipes.ts';
import { parse, type Command } from './command.ts';
import { make } from './make.ts';
import {
  given,
  GOES_ON,
  listOf,
  numberOf,
  outOf,
  peopleOf,
  PICTURE_OPTIONS,
  PICTURE_USAGE,
  pictureOptionsOf,
  SEED_USAGE,
} from './options.ts';

export const animate: Command = {
  summary: 'Makes living avatars: short loops that move.',
  usage: `likeness animate PHOTO…|FOLDER|MANIFEST.csv --out DIR [options]

${PICTURE_USAGE}
  --count N           loops per person (one of each style)
  --motion NAME       calm (4 s), lively (3 s), or paint (4 s), where only the paint moves (calm)
  --strength N        0.25 to 1 (1)
  --size N            edge length in pixels: 480, 720 or 1080 (720); of a GIF at most 540
  --format NAME       mp4, webm, webp, apng or gif (mp4); 'likeness doctor' lists the ones that
                      your Chromium writes
${SEED_USAGE}

Any of these options makes a premium animation:
  --seconds N         4 to 8 (6)
  --moves LIST        look, nod, tilt, smile, one after the other; '' for none (look)
  --camera NAME       still, push, drift or orbit (push)
  --through LIST      up to five styles that the face passes through after its own

report.json and report.html in DIR say what was made. ${GOES_ON}`,
  async run(args, studio) {
    const { values, positionals } = parse(args, {
      ...PICTURE_OPTIONS,
      motion: { type: 'string' },
      strength: { type: 'string' },
      seconds: { type: 'string' },
      moves: { type: 'string' },
      camera: { type: 'string' },
      through: { type: 'string' },
    });
    const out = outOf(values);
    const { size, motion, strength, seconds, moves, camera, through } = values;
    const premium = given({
      seconds: numberOf(seconds),
      moves: moves === '' ? [] : listOf(moves),
      camera,
      styles: listOf(through),
    });
    const recipes = animationsSchema.safeParse({
      ...pictureOptionsOf(values),
      ...given({ size: numberOf(size), motion, strength: numberOf(strength) }),
      ...(Object.keys(premium).length > 0 && { premium }),
    });
    if (!recipes.success) throw new StudioError('usage', faultsOf(recipes.error));
    const people = await peopleOf(positionals, out);
    const making = animations(recipes.data);
    return make({ people, making, out, json: values.json, report: true }, studio);
  },
};
