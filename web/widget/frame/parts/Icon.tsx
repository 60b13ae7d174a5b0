const paths = {
  chat: "M4 5h16v11H9l-5 4z",
  close: "M6 6l12 12M18 6L6 18",
  back: "M14 6l-6 6 6 6",
  file: "M15 7l-6.5 6.5a2 2 0 103 3L18 10a4 4 0 10-6-6l-6.500 6.500a6 6 0 108.500 8.500L20 13",
  camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.500 3.500 0 100 7 3.500 3.500 0 000-7",
  send: "M5 12h14M13 6l6 6-6 6"
}

/** A decorative icon, beside text or in a button with a name. */
export const Icon = ({ name }: { readonly name: keyof typeof paths }) => (
  <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path
      d={paths[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
)
