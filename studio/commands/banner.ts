import { BANNER_LAYOUT_IDS } from '../../renderer/core/banners/design.ts';
import { StudioError } from '../failures.ts';
import { banners } from '../making.ts';
import { bannersSchema, faultsOf } from '../recipes.ts';
import { parse, type Command } from './command.ts';
import { make } from './make.ts';
import {
  given,
  GOES_ON,
  listOf,
  outOf,
  peopleOf,
  PICTURE_OPTIONS,
  PICTURE_USAGE,
  pictureOptionsOf,
  SEED_USAGE,
} from './options.ts';

export const banner: Command = {
  summary: 'Makes banners for profiles, with the avatar and words on them.',
  usage: `likeness banner PHOTO…|FOLDER|MANIFEST.csv --out DIR [options]

${PICTURE_USAGE}
  --count N           banners per person (one of each style)
  --size NAME         x, linkedin, youtube, discord-server, discord-profile, twitch, or a size
                      like 1600x500 (x)
  --layout NAME       ${BANNER_LAYOUT_IDS.slice(0, 5).join(', ')},
                      ${BANNER_LAYOUT_IDS.slice(5).join(', ')} (dots)
  --tone NAME         picture, light, dark, or a colour like '#be341a' (picture)
  --name TEXT         the largest words; by default the person's name, '' for none
  --tagline TEXT
  --links LIST        at most three, separated by commas
  --format NAME       png, jpeg or webp (png)
${SEED_USAGE}

report.json and report.html in DIR say what was made. ${GOES_ON}`,
  async run(args, studio) {
    const { values, positionals } = parse(args, {
      ...PICTURE_OPTIONS,
      layout: { type: 'string' },
      tone: { type: 'string' },
      name: { type: 'string' },
      tagline: { type: 'string' },
      links: { type: 'string' },
    });
    const out = outOf(values);
    const { size, layout, tone, name, tagline, links } = values;
    const recipes = bannersSchema.safeParse({
      ...pictureOptionsOf(values),
      ...given({ size, layout, tone, name, tagline, links: listOf(links) }),
    });
    if (!recipes.success) throw new StudioError('usage', faultsOf(recipes.error));
    const people = await peopleOf(positionals, out);
    const making = banners(recipes.data);
    return make({ people, making, out, json: values.json, report: true }, studio);
  },
};
