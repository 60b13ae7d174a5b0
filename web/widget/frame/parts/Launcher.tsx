import { useWidget, useWords } from "../context.ts"
import { useValue } from "../useValue.ts"
import { Icon } from "./Icon.tsx"

/** The round button in the corner of the page. */
export const Launcher = () => {
  const widget = useWidget()
  const words = useWords()
  const unread = useValue(widget.unread)
  return (
    <section class="launcher" aria-label={words.support}>
      <button
        type="button"
        aria-label={unread > 0 ? words.openWith(unread) : words.open}
        aria-expanded="false"
        onClick={() => widget.open()}
      >
        <Icon name="chat" />
        {unread > 0 && (
          <span class="badge" aria-hidden="true">
            {unread > 9 ? "9+" : unread}
          </span>
        )}
      </button>
    </section>
  )
}
