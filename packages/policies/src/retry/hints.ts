export { unseenResult as hints } from '../parts/unseen-result.ts'
