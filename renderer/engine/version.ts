/** Rises whenever a style or a model changes what a recipe gives. */
export const ENGINE_VERSION = 5;
