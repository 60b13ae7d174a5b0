import { useWords } from "../context.ts"

/** Where something is on its way; it can be seen only when that takes a while. */
export const Skeleton = () => (
  <div class="skeleton" role="status" aria-label={useWords().loading}>
    <span />
    <span />
    <span />
  </div>
)
