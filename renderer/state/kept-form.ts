import { localMemory } from './remembered.ts';

/** This tab's, and gone with it: what is typed may be nobody else's business. */
const tab = localMemory(() => sessionStorage);

/** What is typed into a form, until it is sent. */
export const keptForm = (name: string) => ({
  read: (): unknown => tab.read(`form.${name}`),
  write: (values: unknown): void => tab.write(`form.${name}`, values),
});
