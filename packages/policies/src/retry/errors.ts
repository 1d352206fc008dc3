export { ResultRejectedError } from '../parts/result-rejected.ts'
