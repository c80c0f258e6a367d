import { readFile } from 'node:fs/promises';

import { StudioError } from '../failures.ts';
import { pictures } from '../making.ts';
import { faultsOf, recipesSchema, type Recipes } from '../recipes.ts';
import { findPeople } from '../run/people.ts';
import { parse, type Command } from './command.ts';
import { make } from './make.ts';

/** @throws StudioError 'usage' if the file can't be read or doesn't fit the schema */
async function readRecipes(file: string): Promise<Recipes> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unreadable';
    throw new StudioError('usage', `${file} can’t be read as JSON: ${reason}`);
  }
  const read = recipesSchema.safeParse(content);
  if (!read.success) throw new StudioError('usage', `${file}: ${faultsOf(read.error)}`);
  return read.data;
}

export const bulk: Command = {
  summary: 'Makes avatars of everyone in a folder or a manifest.',
  usage: `likeness bulk FOLDER|MANIFEST.csv --out DIR --recipes FILE [--json]

  FOLDER              each photo is a person, each subfolder a person with several photos
  MANIFEST.csv        columns 'person' and 'photo', a path relative to the manifest
  --recipes FILE      JSON: {"styles": ["artistic"], "backgrounds": ["gradient"], "count": 4,
                      "size": 1024, "format": "png", "seed": 7, "options": {"strength": 0.8}}
  --out DIR           gets a folder per person, report.json and report.html
  --json              print one JSON object per line, for scripts

A photo that can't be used is reported with its reason, and the others are still made. After Ctrl-C
or a power cut the same command continues where it stopped.`,
  async run(args, studio) {
    const { values, positionals } = parse(args, {
      recipes: { type: 'string' },
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
    });
    const [source, ...more] = positionals;
    if (source === undefined || more.length > 0)
      throw new StudioError('usage', 'Name one folder or one manifest.');
    if (values.out === undefined)
      throw new StudioError('usage', 'Name the output folder with --out DIR.');
    if (values.recipes === undefined)
      throw new StudioError('usage', 'Name the recipes with --recipes FILE.');
    const recipes = await readRecipes(values.recipes);
    const people = await findPeople(source, values.out);
    const making = pictures(recipes);
    return make({ people, making, out: values.out, json: values.json, report: true }, studio);
  },
};
