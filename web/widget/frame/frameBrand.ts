/** The brand's data that the server puts into the frame's page. */
export interface FrameBrand {
  readonly id: string
  readonly name: string
  readonly color?: string
  /** Origins of pages that may embed the widget. */
  readonly origins: ReadonlyArray<string>
}

export const frameBrand = (): FrameBrand => JSON.parse(document.documentElement.dataset["brand"] ?? "{}")
