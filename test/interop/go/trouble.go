package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/newstack-cloud/bluelink/libs/blueprint/provider"
)

// trouble has a part of the plugin go wrong as a blueprint says: "deploy-bad" lets the deploy fail with BAD_INPUT.
//
//	transient  fails so twice, and works then
//	busy       fails as transient every time
//	bad        fails with BAD_INPUT, and two reasons
//	fail       fails with any error
//	hang       never answers
//	crash      ends the process
type trouble struct {
	mu sync.Mutex
	// By part and subject: how often it came here.
	attempts map[string]int
}

func newTrouble() *trouble {
	return &trouble{attempts: map[string]int{}}
}

func (t *trouble) at(part string, wish string, subject string) error {
	where, how, found := strings.Cut(wish, "-")
	if !found || where != part {
		return nil
	}
	switch how {
	case "transient":
		if attempt := t.count(part + " " + subject); attempt <= 2 {
			return &provider.RetryableError{ChildError: fmt.Errorf("attempt %d of %s", attempt, part)}
		}
	case "busy":
		return &provider.RetryableError{ChildError: errors.New("always busy")}
	case "bad":
		return &provider.BadInputError{
			ChildError:     errors.New("bad ground"),
			FailureReasons: []string{"too wet", "too many moles"},
		}
	case "fail":
		return errors.New("the shovel broke")
	case "hang":
		select {}
	case "crash":
		os.Exit(3)
	}
	return nil
}

func (t *trouble) count(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.attempts[key]++
	return t.attempts[key]
}
