import type { RecipeOptions } from '../../core/avatars.ts';

export type OptionsChange = { readonly [K in keyof RecipeOptions]?: RecipeOptions[K] | undefined };

/** Changes some of the options; undefined leaves an option to the style again. */
export function withOptions(options: RecipeOptions, change: OptionsChange): RecipeOptions {
  const next = { ...options, ...change };
  for (const key of Object.keys(next) as (keyof RecipeOptions)[])
    if (next[key] === undefined) Reflect.deleteProperty(next, key);
  return next as RecipeOptions;
}
