/** SVG paths on a 16 × 16 grid, drawn with a stroke of 1.5. */
const paths = {
  inbox: "M2 9h3l1 2h4l1-2h3M2 9l2-6h8l2 6v4H2z",
  user: "M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.5-2.5 2.5-4 5-4s4.5 1.5 5 4",
  users:
    "M6 7.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM2 13c.3-2.2 2-3.5 4-3.5s3.7 1.3 4 3.5M10.5 3.7a2 2 0 0 1 0 3.6M12 9.8c1.2.5 2 1.6 2.2 3.2",
  company: "M3 14V2.5h6V14M9 6.5h4V14M1.5 14h13M5 5h2M5 8h2M5 11h2",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3.5 3.5",
  spam: "M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM8 5v3.5M8 10.8v.2",
  trash: "M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.5 9h6l.5-9",
  settings:
    "M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4",
  code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  system: "M2 3h12v7H2zM5.5 13.5h5M8 10v3.5",
  menu: "M2 4h12M2 8h12M2 12h12",
  lines: "M2 3h12M2 6.5h12M2 9.5h12M2 13h12",
  rows: "M2 3h12M2 5.5h8M2 10.5h12M2 13h8",
  close: "M4 4l8 8M12 4l-8 8",
  check: "M3 8.5 6.5 12 13 4.5",
  more: "M3.5 8v.01M8 8v.01M12.5 8v.01",
  back: "M10 3 5 8l5 5",
  down: "M4 6l4 4 4-4",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  attach: "M13 7.5 7.8 12.7a3 3 0 0 1-4.3-4.3l5.6-5.6a2 2 0 0 1 2.9 2.9l-5.5 5.5a1 1 0 0 1-1.4-1.4L10 5",
  lock: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  reply: "M6.5 3.5 2.5 7.5l4 4M2.5 7.5h6c3 0 5 2 5 5",
  mail: "M2 3.5h12v9H2zM2 4l6 5 6-5",
  chat: "M2 3h12v8H7l-3 2.5V11H2z",
  phone: "M4.5 1.5h7v13h-7zM7 12.5h2",
  plus: "M8 3v10M3 8h10",
  history: "M2.5 8a5.5 5.5 0 1 1 1.8 4.1M2.5 12.5V9.5h3M8 5v3l2 1.5",
  tag: "M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.3v.01",
  merge: "M4 2.5v3c0 2.5 4 2.5 4 5v3M12 2.5v3c0 2.5-4 2.5-4 5",
  star: "M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z",
  offline: "M2 2l12 12M3 7a7 7 0 0 1 2.5-1.6M8 4.8c2 0 3.7.8 5 2.2M5.5 9.5A3.5 3.5 0 0 1 8 8.5M8 12.5v.01"
} as const

export type IconName = keyof typeof paths

/** A decorative icon; the text beside it says what it means. */
export function Icon({ name, className = "" }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
