import { localMemory } from './remembered.ts';

/** Session storage: it ends with the tab, since what is typed may be private. */
const tab = localMemory(() => sessionStorage);

/** What is typed into a form, until it is sent. */
export const keptForm = (name: string) => ({
  read: (): unknown => tab.read(`form.${name}`),
  write: (values: unknown): void => tab.write(`form.${name}`, values),
});
