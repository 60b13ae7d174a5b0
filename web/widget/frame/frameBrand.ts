/** What the server says of the brand in the page of the frame. */
export interface FrameBrand {
  readonly id: string
  readonly name: string
  readonly color?: string
  /** Origins of pages that the widget may be in. */
  readonly origins: ReadonlyArray<string>
}

export const frameBrand = (): FrameBrand => JSON.parse(document.documentElement.dataset["brand"] ?? "{}")
