/** The address of a database as people read it, without its password. */

/** The parts of a `DATABASE_URL`. */
export class DatabaseAddress {
  /** @param {string} url that the settings have checked */
  constructor(url) {
    const { protocol, hostname, port, pathname, username, password, searchParams } = new URL(url);
    this.url = url;
    /** @type {'postgres' | 'mysql'} */
    this.kind = /^postgres/.test(protocol) ? 'postgres' : 'mysql';
    const usualPort = this.kind === 'postgres' ? '5432' : '3306';
    const socket = searchParams.get('socketPath') ?? searchParams.get('host');
    this.server = socket ?? `${hostname}:${port || usualPort}`;
    this.database = decodeURIComponent(pathname.slice(1));
    this.user = decodeURIComponent(username) || (searchParams.get('user') ?? '');
    this.password = decodeURIComponent(password) || (searchParams.get('password') ?? '');
  }

  /** @returns {string} `database "show" at db.example.org:5432` */
  toString() {
    return `database "${this.database}" at ${this.server}`;
  }

  /** @param {string} text of a driver @returns {string} the same without the password */
  withoutPassword(text) {
    return this.password ? text.replaceAll(this.password, '…') : text;
  }
}
