/* The player of focus review, in English. */
export const focusPlayer = {
  controls: 'Player controls',
  play: 'Play',
  pause: 'Pause',
  slower: 'Slower',
  faster: 'Faster',
  speed: 'Speed',
  muted: 'Muted',
  frame: 'Frame',
  frameBack: 'Previous frame',
  frameForward: 'Next frame',
  fullscreen: 'Full screen',
  mark: 'Mark',
  markHelp:
    'A mark keeps this moment. Mark again within 10 seconds of video, and it becomes a range.',
  marks: 'Marks',
  removeMark: 'Remove the mark at {{time}}',
  goTo: 'Go to {{time}}',
  position: 'Position',
  of: '{{at}} of {{whole}}',
  reportedAt: 'Reported at {{time}}',
  hidden: 'Hidden',
  sheet: 'Contact sheet',
  sheetShort: 'Sheet',
  moreFrames: '{{count}} more: show the whole contact sheet',
  even: 'Evenly spaced',
  sceneChanges: 'Scene changes',
  noSceneChanges: 'No scene changes detected',
  makeSheet: 'Create it',
  noSheet: {
    blocked: 'No contact sheet: the host of this video does not allow its frames to be read.',
    undecodable: 'No contact sheet: this browser could not read frames from this video.',
    endless: 'No contact sheet: the length of this video is unknown.',
    unplayable: 'No contact sheet: the video could not be loaded.',
    missing: 'No contact sheet: the file of this video is not in the store.',
    broken: 'No contact sheet: the file of this video is damaged.',
    codec: 'No contact sheet: this browser cannot play the format of this video.',
    playlist: 'No contact sheet: the playlist of this video cannot be used.',
    saveData: 'No contact sheet: this browser is set to save data.',
  },
  everyGap: 'every {{time}}',
  trouble: {
    missing:
      'Its file is not in the store. Ask the platform to upload it again, or decide by what else is known.',
    expired: 'The link to it has expired. Try again; if that does not help, sign in again.',
    unreachable: 'Its store does not respond. Try again in a moment.',
    broken:
      'Its file is damaged or incomplete. Ask for a new upload, or reject it for a file that does not play.',
    codec:
      'This browser does not know its format. Try another browser, or ask for H.264, VP9 or AV1.',
    playlist:
      'Its playlist cannot be read, or names files outside of its own folder. Ask the platform to correct it.',
    player: 'The part of this app that plays it could not be loaded. Try again.',
  },
  facts: {
    noPicture:
      'This browser plays only the sound of this video: it does not know the format of its picture. Try another browser.',
    soundApart:
      'The sound of this video is in separate files, which this browser cannot play. Use Chrome, Edge or Safari to hear it.',
    silent: 'This video has no audio track: there is nothing to hear.',
    upright: 'Upright video, {{width}} × {{height}}: full screen shows it larger.',
    long: 'Very long video, {{time}}: the digits jump in tenths, a higher speed helps to see more of it.',
    rate: 'Unusual frame rate, {{rate}} a second: a frame step moves by {{gap}} s.',
  },
}
