import { DEFAULT_BATCH_SIZE } from '../../renderer/core/constants.ts';
import { isFlat, STYLE_IDS } from '../../renderer/core/styles.ts';
import { formatList } from '../../renderer/i18n/index.ts';
import { StudioError } from '../failures.ts';
import { pictures } from '../making.ts';
import { faultsOf, recipesSchema } from '../recipes.ts';
import { peopleOfPhotos } from '../run/people.ts';
import { parse, type Command } from './command.ts';
import { make } from './make.ts';
import {
  given,
  GOES_ON,
  numberOf,
  outOf,
  PICTURE_OPTIONS,
  PICTURE_USAGE,
  pictureOptionsOf,
  SEED_USAGE,
} from './options.ts';

export const render: Command = {
  summary: 'Makes avatars from one or more photos.',
  usage: `likeness render PHOTO… --out DIR [options]

${PICTURE_USAGE}
  --count N           pictures per photo (${String(DEFAULT_BATCH_SIZE)})
  --size N            edge length in pixels, 64 to 2048 (1024)
  --format NAME       png, jpeg, webp or svg (png); svg is for flat styles, whose
                      pictures are drawings then: ${formatList(STYLE_IDS.filter(isFlat))}
${SEED_USAGE}

${GOES_ON}`,
  run(args, studio) {
    const { values, positionals } = parse(args, {
      ...PICTURE_OPTIONS,
      count: { type: 'string', default: String(DEFAULT_BATCH_SIZE) },
    });
    if (positionals.length === 0) throw new StudioError('usage', 'Name at least one photo.');
    const out = outOf(values);
    const recipes = recipesSchema.safeParse({
      ...pictureOptionsOf(values),
      ...given({ size: numberOf(values.size) }),
    });
    if (!recipes.success) throw new StudioError('usage', faultsOf(recipes.error));
    const people = peopleOfPhotos(positionals);
    const making = pictures(recipes.data);
    return make({ people, making, out, json: values.json, report: false }, studio);
  },
};
