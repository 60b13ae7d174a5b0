/** The channel on which nodes tell each other that a connection has changed. */
export const connectionNews = "trunkline_channels"
