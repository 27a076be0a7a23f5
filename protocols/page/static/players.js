// Who plays: for each seat of a game a person, a search, or an opponent chosen by its rating.

import {labelled, make, select} from "./element.js";

export const PERSON = "Person";
const AUTO = "Auto", RATED = "Rated";
const USUAL = 1400; // of a rated opponent
const DEPTHS = [1, 2, 3, 4, 6, 8];
const RATINGS = ["UCI_Elo", "HumanlikeElo"]; // options that say how strong a search plays
const ELO_STEP = 100;
const LONGEST = 40; // characters of a name that the server accepts

export class Players {
  // offer: of the server. about: the person's seat (own), the opponent's search and its strength; or whether the game
  // was loaded, so that people sit in all seats (loaded), or who sat here before (kept).
  // sat(): called when the player in a seat changes.
  constructor(game, offer, about, sat) {
    this.game = game;
    this.trees = offer.trees; // searches whose depth can be limited
    this.own = about.own ?? 0;
    this.wanted = about.strength ?? null;
    this.strongest = game.strongest; // the search for the position that is shown
    const titles = game.seats.length > 1 ? game.seats : ["Player"];
    const rated = game.ladder.length ? [[RATED, "an opponent rated"]] : [];
    const searches = [[PERSON, "a person"], ...rated, [AUTO, "the strongest"], ...game.searches.map((name) => [name, name])];
    const usual = about.search ?? (rated.length ? RATED : AUTO), rungs = game.ladder.map(([rating]) => rating);
    this.places = titles.map((title, index) => {
      const kept = about.kept?.[index];
      const seat = select(searches, about.loaded || index === this.own ? PERSON : usual, sat);
      if (kept) seat.value = kept.seat;
      const rating = make("input", {
        type: "range", "aria-label": `Rating of ${title}`, min: 0, max: Math.max(0, rungs.length - 1), value: kept?.rating ?? Math.max(0, rungs.indexOf(USUAL)), hidden: true,
        title: "About the rating on Lichess", oninput: () => this.drawRatings(), onchange: sat,
      });
      const shown = make("output", {class: "rating"}), strength = make("select", {"aria-label": `Strength of ${title}`});
      return {seat, rating, shown, strength, element: make("div", {class: "seat"}, labelled(title, seat), rating, shown, strength)};
    });
    this.elements = this.places.map((place) => place.element);
  }

  get seats() {
    return this.places.map(({seat}) => seat.value);
  }

  // The players in the seats, for the next view of the game.
  get kept() {
    return this.places.map(({seat, rating}) => ({seat: seat.value, rating: rating.value}));
  }

  get persons() {
    return this.seats.filter((seat) => seat === PERSON).length;
  }

  // The seat of the first person; -1 if none plays.
  get person() {
    return this.seats.indexOf(PERSON);
  }

  // Puts a person in this seat, and the search that played before in the other.
  seat(own) {
    const other = this.seats.find((seat) => seat !== PERSON) ?? AUTO;
    this.places.forEach(({seat}, index) => { seat.value = index === own ? PERSON : other; });
  }

  // The name of the search in a seat, or a person.
  search(index) {
    const seat = this.seats[index];
    return seat === RATED ? this.rung(index).options.Search : seat === AUTO ? this.strongest : seat;
  }

  // The approximate rating of the opponent in a seat, and the options for it.
  rung(index) {
    const [rating, options] = this.game.ladder[Number(this.places[index].rating.value)];
    return {rating, options};
  }

  // The options of the search in a seat, and its limit of depth.
  settings(index) {
    if (this.seats[index] === RATED) return {options: this.rung(index).options, limits: {}};
    const [kind, number] = this.places[index].strength.value.split(" ");
    const elo = !RATINGS.includes(kind) ? {} : {[kind]: number, ...(kind === "UCI_Elo" ? {UCI_LimitStrength: "true"} : {})};
    return {options: {Search: this.search(index), ...elo}, limits: kind === "depth" ? {depth: Number(number)} : {}};
  }

  // The name of the player in a seat.
  name(index) {
    const seat = this.seats[index];
    if (seat === PERSON) return "Person";
    const name = seat === RATED ? `Oddsfish, rated ${this.rung(index).rating}` : `Oddsfish ${this.search(index)} ${this.places[index].strength.value && this.places[index].strength.selectedOptions[0].text}`;
    return name.trim().slice(0, LONGEST);
  }

  get names() {
    return this.places.map((_, index) => this.name(index));
  }

  // Draws the choice of strength for each search that can play worse: by a rating, or by a limit of depth.
  // strongest: the search for the position that is shown.
  draw(strongest) {
    this.strongest = strongest || this.strongest; // at the end of a game there is none
    this.drawRatings();
    this.places.forEach(({strength}, index) => {
      const plain = [PERSON, RATED].includes(this.seats[index]), search = plain ? "" : this.search(index);
      if (strength.dataset.search === search) return;
      const offered = (names) => this.game.options.find((option) => names.includes(option.name) && option.readers.includes(search));
      const elo = offered(RATINGS), always = elo && !offered(["UCI_LimitStrength"]);
      const choices = !search ? []
        : elo ? Array.from({length: Math.floor((elo.high - elo.low) / ELO_STEP) + 1}, (_, step) => [`${elo.name} ${elo.low + step * ELO_STEP}`, `Elo ${elo.low + step * ELO_STEP}`])
          : this.trees.includes(search) ? DEPTHS.map((depth) => [`depth ${depth}`, `depth ${depth}`]) : [];
      strength.dataset.search = search;
      strength.hidden = !choices.length;
      strength.replaceChildren(...[...(always ? [] : [["", "full strength"]]), ...choices].map(([value, text]) => make("option", {value}, text)));
      if (always) strength.value = `${elo.name} ${elo.default}`;
      if (search && this.wanted) {
        strength.value = this.wanted;
        this.wanted = null;
      }
    });
  }

  drawRatings() {
    this.places.forEach(({rating, shown}, index) => {
      rating.hidden = shown.hidden = this.seats[index] !== RATED;
      if (!shown.hidden) shown.value = this.rung(index).rating;
    });
  }
}
