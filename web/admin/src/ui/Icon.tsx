/** Paths on a grid of 16 by 16, drawn with a line of 1.5. */
const paths = {
  inbox: "M2 9h3l1 2h4l1-2h3M2 9l2-6h8l2 6v4H2z",
  user: "M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.5-2.5 2.5-4 5-4s4.5 1.5 5 4",
  users:
    "M6 7.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM2 13c.3-2.200 2-3.500 4-3.500s3.700 1.300 4 3.500M10.500 3.700a2 2 0 0 1 0 3.600M12 9.800c1.200.5 2 1.600 2.200 3.200",
  company: "M3 14V2.500h6V14M9 6.500h4V14M1.500 14h13M5 5h2M5 8h2M5 11h2",
  search: "M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.500 10.500l3.500 3.500",
  spam: "M5.500 2h5L14 5.500v5L10.500 14h-5L2 10.500v-5zM8 5v3.500M8 10.800v.2",
  trash: "M3 4.500h10M6.500 4V2.500h3V4M4.500 4.500l.5 9h6l.5-9",
  settings:
    "M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 1.500v2M8 12.500v2M1.500 8h2M12.500 8h2M3.400 3.400l1.400 1.400M11.200 11.200l1.400 1.400M12.600 3.400l-1.400 1.400M4.800 11.200l-1.400 1.400",
  code: "M5.500 4.500 2 8l3.500 3.500M10.500 4.500 14 8l-3.500 3.500",
  system: "M2 3h12v7H2zM5.500 13.500h5M8 10v3.500",
  menu: "M2 4h12M2 8h12M2 12h12",
  lines: "M2 3h12M2 6.500h12M2 9.500h12M2 13h12",
  rows: "M2 3h12M2 5.500h8M2 10.500h12M2 13h8",
  close: "M4 4l8 8M12 4l-8 8",
  check: "M3 8.500 6.500 12 13 4.500",
  more: "M3.500 8v.01M8 8v.01M12.500 8v.01",
  back: "M10 3 5 8l5 5",
  down: "M4 6l4 4 4-4",
  copy: "M5.500 5.500v-3h8v8h-3M2.500 5.500h8v8h-8z",
  attach:
    "M13 7.500 7.800 12.700a3 3 0 0 1-4.300-4.300l5.600-5.600a2 2 0 0 1 2.900 2.900l-5.500 5.500a1 1 0 0 1-1.400-1.400L10 5",
  lock: "M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500",
  reply: "M6.500 3.500 2.500 7.500l4 4M2.500 7.500h6c3 0 5 2 5 5",
  mail: "M2 3.500h12v9H2zM2 4l6 5 6-5",
  chat: "M2 3h12v8H7l-3 2.500V11H2z",
  phone: "M4.500 1.500h7v13h-7zM7 12.500h2",
  plus: "M8 3v10M3 8h10",
  moon: "M13 9.500A5.500 5.500 0 0 1 6.500 3a5.500 5.500 0 1 0 6.500 6.500z",
  history: "M2.500 8a5.500 5.500 0 1 1 1.800 4.100M2.500 12.500V9.500h3M8 5v3l2 1.500",
  tag: "M2.500 2.500h5l6 6-5 5-6-6zM5.300 5.300v.01",
  merge: "M4 2.500v3c0 2.500 4 2.500 4 5v3M12 2.500v3c0 2.500-4 2.500-4 5",
  star: "M8 2l1.800 3.900 4.200.5-3.100 2.900.8 4.200L8 11.400l-3.700 2.100.8-4.200L2 6.400l4.200-.5z",
  offline:
    "M2 2l12 12M3 7a7 7 0 0 1 2.500-1.600M8 4.800c2 0 3.700.8 5 2.200M5.500 9.500A3.500 3.500 0 0 1 8 8.500M8 12.500v.01"
} as const

export type IconName = keyof typeof paths

/** A small picture beside a word; what it means, the word says. */
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
