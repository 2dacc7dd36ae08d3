/*
 * The parts that long common passwords are made of: words, keyboard runs, counting, and the words of this
 * product. Chosen by hand, not a list of leaked passwords. Longer parts first, so that none hides in another.
 */
export const commonParts = [
  ...[
    'correcthorsebatterystaple',
    'correcthorse',
    'batterystaple',
    'administrator',
    'screeningroom',
  ],
  ...[
    'qwertyuiop',
    'asdfghjkl',
    '1234567890',
    '0987654321',
    '9876543210',
    '0123456789',
    'abcdefghij',
  ],
  ...['1q2w3e4r5t', '1qaz2wsx', 'zaq12wsx', 'qazwsxedc', 'zxcvbnm', 'qwertz', 'qwerty', 'azerty'],
  ...['asdfgh', 'zxcvbn', '1q2w3e', 'q1w2e3', '123456', '654321', '123321', '112233', 'abcdef'],
  ...['password', 'passw0rd', 'p4ssword', 'pa55word', 'passwort', 'motdepasse', 'mima', 'woaini'],
  ...[
    'iloveyou',
    'woaini1314',
    '5201314',
    '1314520',
    'sunshine',
    'princess',
    'football',
    'baseball',
  ],
  ...[
    'superman',
    'batman',
    'starwars',
    'pokemon',
    'dragon',
    'monkey',
    'shadow',
    'master',
    'michael',
  ],
  ...['letmein', 'welcome', 'trustno1', 'changeme', 'default', 'secret', 'whatever', 'freedom'],
  ...['reviewer', 'screening', 'moderator', 'platform', 'company', 'internet', 'computer', 'admin'],
  ...['login', 'guest', 'root', 'test', 'user', 'hello', 'pass', 'abc', '123', '321'],
].sort((a, b) => b.length - a.length)
