import type { Locator } from "playwright-core"

/** Pastes a text of this length; returns whether the text box handles it itself. */
export const pasteText = (place: Locator, length: number): Promise<boolean> =>
  place.evaluate((area, length) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/plain", "7".repeat(length))
    return area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  }, length)
