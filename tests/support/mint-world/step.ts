/** Awaited wherever a tab does; the tab may die there, and then it never settles. */
export type Step = () => Promise<void>;
