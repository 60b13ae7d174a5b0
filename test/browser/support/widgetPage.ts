import { setTimeout as sleep } from "node:timers/promises"
import type { FrameLocator, Page } from "playwright-core"

/** What a page's own scripts see. */
export interface Host {
  readonly heard: ReadonlyArray<readonly [string, unknown]>
  readonly Trunkline: (...call: ReadonlyArray<unknown>) => void
}

export const widgetOn = (page: Page): FrameLocator => page.frameLocator('iframe[title="Support"]')
export const launcher = (page: Page) => widgetOn(page).getByRole("button", { name: /^Open support/ })

/** What the page's listeners received, by event name. */
export const heard = (page: Page, name: string) =>
  page.evaluate(
    (name) => (window as unknown as Host).heard.flatMap(([event, detail]) => (event === name ? [detail] : [])),
    name
  )

/** Polls until the condition is true: the server's side of what a browser has done. */
export const until = async (look: () => Promise<boolean>) => {
  while (!(await look())) await sleep(25)
}

/** Drops a file on something in the frame, or pastes it there. */
export const handOver = async (page: Page, type: "drop" | "paste", name: string) => {
  const frame = page.frames().find((one) => one.url().includes("/widget/frame"))
  await frame?.evaluate(
    ([type, name]) => {
      const files = new DataTransfer()
      files.items.add(new File(["of a file"], name, { type: "text/plain" }))
      const event =
        type === "drop"
          ? new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true })
          : new ClipboardEvent(type, { clipboardData: files, bubbles: true, cancelable: true })
      document.querySelector("textarea")?.dispatchEvent(event)
    },
    [type, name] as const
  )
}
