import { useWords } from "../context.ts"

/** The placeholder for something that is loading; visible only if that takes a while. */
export const Skeleton = () => (
  <div class="skeleton" role="status" aria-label={useWords().loading}>
    <span />
    <span />
    <span />
  </div>
)
