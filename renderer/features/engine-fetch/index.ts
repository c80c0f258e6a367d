export { EngineFetching } from './engine-fetching.tsx';
