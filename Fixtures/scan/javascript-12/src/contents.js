const snake = (name) => name.replace(/[A-Z]/g, (letter) => '_' + letter.toLowerCase());

class Content {
  encode() {
    const body = {};
    for (const name of Object.keys(this)) {
      body[snake(name)] = this[name];
    }
    return JSON.stringify(body);
  }
}

export class QuizMessage extends Content {
  static objectName = 'quiz:Question';

  constructor(questionId, timeLeft) {
    super();
    this.questionId = questionId;
    this.timeLeft = timeLeft;
  }
}

export class AnswerMessage extends Content {
  static objectName = 'quiz:Answer';

  encode() {
    return JSON.stringify({ answer: this.answer, took: this.took });
  }
}
