/** Incremented whenever a change to a style or a model changes the result of a recipe. */
export const ENGINE_VERSION = 16;
