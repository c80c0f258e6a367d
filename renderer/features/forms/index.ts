export { focusOnMount } from './focus-on-mount.ts';
export { HandedOver } from './handed-over.tsx';
export { NoMailbox } from './no-mailbox.tsx';
export { type KeptForm, useKeptForm } from './use-kept-form.ts';
export { type Mailbox, useMailbox } from './use-mailbox.ts';
