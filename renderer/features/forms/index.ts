export {
  HandedOver,
  MessageForm,
  MessagePage,
  NoMailbox,
  useKeptForm,
  useMailbox,
} from './message-form.tsx';
