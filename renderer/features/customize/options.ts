import type { RecipeOptions } from '../../core/avatars.ts';

type Change = { readonly [K in keyof RecipeOptions]?: RecipeOptions[K] | undefined };

/** The options with some of them set, or left to the style again where the change says undefined. */
export function withOptions(options: RecipeOptions, change: Change): RecipeOptions {
  const next = { ...options, ...change };
  for (const key of Object.keys(next) as (keyof RecipeOptions)[])
    if (next[key] === undefined) Reflect.deleteProperty(next, key);
  return next as RecipeOptions;
}
