export { focusOnMount } from './focus-on-mount.ts';
export { HandedOver } from './handed-over.tsx';
export { NoMailbox } from './no-mailbox.tsx';
export { useKeptForm } from './use-kept-form.ts';
export { useMailbox } from './use-mailbox.ts';
