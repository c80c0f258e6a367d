export { PaymentConfirmationScreen } from './payment-confirmation-screen.tsx';
