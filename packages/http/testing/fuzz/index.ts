export { type FuzzResult, fuzz } from './fuzz';
