/** Where nodes tell each other of connections that are another now. */
export const connectionNews = "trunkline_channels"
